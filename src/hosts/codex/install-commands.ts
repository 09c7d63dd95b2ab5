import { launcherHome, launcherProgram } from '../../core/hook-settings/launcher-command.ts';
import { isLauncherCall } from '../../core/hook-settings/own-command.ts';
import type { Handlers } from '../../core/hook-settings/register.ts';
import { hookToolCall, toolHandler } from '../../core/hook-settings/tool-hook.ts';
import { type CallTime, callWords, shellLine } from '../../core/hook-settings/windows-command.ts';
import type { LauncherForm } from '../../core/install/host-install.ts';

/** The events that are registered, with the host's timeout for each in seconds. It allows the last one three at most. */
const hookTimeouts: Readonly<Record<string, number>> = {
  SessionStart: 15,
  UserPromptSubmit: 15,
  PreToolUse: 10,
  PostToolUse: 10,
  PreCompact: 30,
  PostCompact: 30,
  Stop: 15,
  SubagentStop: 15,
  SessionEnd: 2,
};

/** Events of single tool calls: nothing is started for them unless some session is being watched. */
const guarded = new Set(['PreToolUse', 'PostToolUse']);
/** Events whose answer may be a brief, which is longer than what the host delivers uncut by itself. */
const telling = new Set(['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse']);

const everywhere = ['session_id', 'transcript_path', 'cwd'];
const ofCall = [...everywhere, 'turn_id', 'tool_name', 'tool_input', 'tool_use_id'];

/**
 * What an event's payload always holds: a call that names another field is not made at all (0.171.0, seen live). Whose event it
 * is stands beside the call. The end of a session takes no such handler.
 */
const fields: Readonly<Record<string, readonly string[]>> = {
  SessionStart: [...everywhere, 'source'],
  UserPromptSubmit: [...everywhere, 'turn_id', 'prompt'],
  PreToolUse: ofCall,
  PostToolUse: [...ofCall, 'tool_response'],
  PreCompact: [...everywhere, 'trigger'],
  PostCompact: [...everywhere, 'trigger'],
  Stop: [...everywhere, 'turn_id'],
  SubagentStop: [...everywhere, 'agent_id', 'agent_type'],
};

/**
 * The handler of each event. The commands end 0 and print nothing when Holdfast is gone. No variable tells a hook of
 * this host which session it belongs to, so the guard asks whether any is watched.
 */
export function hookHandlers(launcher: LauncherForm): Handlers {
  return new Map(
    Object.entries(hookTimeouts).map(([event, timeout]) => {
      const limit = telling.has(event) ? { additionalContextLimit: 0 } : {};
      const overMcp = launcher.transport === 'mcp' ? fields[event] : undefined;
      const handler =
        overMcp === undefined
          ? { type: 'command', command: hookCommand(event, launcher), timeout }
          : toolHandler('codex', event, overMcp, timeout);
      return [event, { ...handler, ...limit }];
    }),
  );
}

function timeOf(event: string): CallTime {
  return !guarded.has(event) ? 'always' : event === 'PreToolUse' ? 'before' : 'after';
}

function hookCommand(event: string, launcher: LauncherForm): string {
  if (launcher.form === 'windows') {
    // This client gives commands to `cmd.exe /C` there, with quotes that it escapes in another way than that reads them.
    return shellLine(callWords(launcher, { when: timeOf(event), words: ['codex'] }), 'cmd');
  }
  const call = 'codex 2>/dev/null;:';
  if (!guarded.has(event)) return `${launcherProgram(launcher)} ${call}`;
  return `h=${launcherHome(launcher)};[ -e "$h/watch" ]&&"$h/bin/hook" ${call}`;
}

/** True for a command that this or an earlier version of Holdfast registered. */
export function isOurs(command: unknown): command is string {
  if (command === hookToolCall) return true;
  return isLauncherCall(command, 'codex');
}
