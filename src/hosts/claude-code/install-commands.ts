import { httpHandler, isHttpHook } from '../../core/hook-settings/http-hook.ts';
import {
  answeredCommand,
  launcherHome,
  launcherProgram,
  type PosixLauncher,
  startCommand,
  watchTest,
} from '../../core/hook-settings/launcher-command.ts';
import { isLauncherCall } from '../../core/hook-settings/own-command.ts';
import { hookToolCall, toolHandler } from '../../core/hook-settings/tool-hook.ts';
import {
  anyShellLine,
  type CallTime,
  callWords,
  execCall,
  powershellLine,
} from '../../core/hook-settings/windows-command.ts';
import { isBefore } from '../../core/install/client-version.ts';
import type { LauncherForm, WindowsLauncher } from '../../core/install/host-install.ts';

/**
 * The events that are registered as commands, with the host's timeout for each in seconds. The ends of calls are none: the client takes
 * four milliseconds of every call for each hook, and the next event finds in the record what those would tell.
 */
export const hookTimeouts: Readonly<Record<string, number>> = {
  SessionStart: 15,
  UserPromptSubmit: 15,
  PreToolUse: 10,
  PreCompact: 30,
  PostCompact: 30,
  Stop: 15,
  SubagentStart: 15,
  SubagentStop: 15,
  // The host gives all hooks of a session's end 1.5 s together; more would only delay leaving.
  SessionEnd: 2,
};

/** Where events are posted or are calls of our server, each end of a call is evidence besides. */
const finishedTimeouts: Readonly<Record<string, number>> = {
  PostToolUse: 10,
  PostToolUseFailure: 10,
};

/** The events that are registered, by how they reach us. */
export function hookEvents({ transport }: LauncherForm): string[] {
  const posted = transport === 'http' || transport === 'mcp';
  return Object.keys(posted ? { ...hookTimeouts, ...finishedTimeouts } : hookTimeouts);
}

/**
 * The command for an event. It ends 0 and prints nothing when Holdfast is gone. An empty session
 * variable makes the guard look at the folder `watch/` itself, which is there only while some session
 * is watched. A prompt and a turn end are not waited for while there is nothing to tell. This host shows the commands of both compaction events to the person, hence so terse. The start of a
 * session is heard even when everything is switched off: a project's settings can set the variables that do that.
 */
export function hookCommand(event: string, launcher: PosixLauncher): string {
  const call = 'claude-code 2>/dev/null;:';
  if (event === 'SessionStart') return startCommand(launcher, call);
  // The client waits for it before it leaves, and takes no answer.
  if (event === 'SessionEnd') return `HOLDFAST_NO_ANSWER=1 ${launcherProgram(launcher)} ${call}`;
  const quiet = event === 'Stop' ? 'turn end' : event === 'UserPromptSubmit' ? 'prompt' : undefined;
  if (quiet !== undefined) return answeredCommand(launcher, quiet, 'CLAUDE_CODE_SESSION_ID', call);
  if (event !== 'PreToolUse') return `${launcherProgram(launcher)} ${call}`;
  // Nothing is started before a call unless the session is being watched.
  const test = watchTest('$CLAUDE_CODE_SESSION_ID', 'before');
  return `h=${launcherHome(launcher)};${test}&&"$h/bin/hook" ${call}`;
}

/** The version whose program takes `args` beside a command and then starts it without a shell, as was seen in its text. */
const execFrom = '2.1.332';

/**
 * The handler of a command. On Windows the client starts a program by itself where it is known to; an older one would start
 * `cmd.exe` alone, which reads commands from what it is given. Those run a line by Git Bash where they find it, else by PowerShell.
 */
export function commandHandler(event: string, launcher: LauncherForm): Record<string, unknown> {
  const timeout = hookTimeouts[event] ?? finishedTimeouts[event];
  if (launcher.form !== 'windows') {
    return { type: 'command', command: hookCommand(event, launcher), timeout };
  }
  return { type: 'command', ...windowsCommand(event, launcher, launcher.client), timeout };
}

function windowsCommand(
  event: string,
  launcher: WindowsLauncher,
  client: string | undefined,
): Record<string, unknown> {
  const when: CallTime =
    event === 'SessionStart' ? 'start' : event === 'PreToolUse' ? 'before' : 'always';
  const session = when === 'before' ? 'CLAUDE_CODE_SESSION_ID' : undefined;
  const words = callWords(launcher, {
    when,
    ...(session && { session }),
    words: ['claude-code'],
  });
  if (client !== undefined && !isBefore(client, execFrom)) return execCall(words);
  const line = anyShellLine(words);
  return line === undefined
    ? { command: powershellLine(words), shell: 'powershell' }
    : { command: line };
}

/** Events that reach no server of the client: it has none yet, or none any more (2.1.332, seen live). */
const serverless = new Set(['SessionStart', 'SessionEnd']);

const everywhere = ['session_id', 'transcript_path', 'cwd', 'permission_mode', 'prompt_id'];
const inAgent = [...everywhere, 'agent_id', 'agent_type'];
const ofCall = [...inAgent, 'tool_name', 'tool_input', 'tool_use_id'];

/** What of an event's payload is read, which is what a call of our server is to hold. */
const fields: Readonly<Record<string, readonly string[]>> = {
  UserPromptSubmit: [...everywhere, 'prompt', 'source'],
  PreToolUse: ofCall,
  PostToolUse: [...ofCall, 'tool_response'],
  PostToolUseFailure: [...ofCall, 'error', 'is_interrupt'],
  PreCompact: [...inAgent, 'trigger', 'custom_instructions'],
  PostCompact: [...inAgent, 'trigger', 'compact_summary'],
  Stop: [...everywhere, 'last_assistant_message'],
  SubagentStart: inAgent,
  SubagentStop: inAgent,
};

/**
 * Events that stay commands where the others are posted: the client posts none at a session's start, takes no steering
 * text from an answer, and may be gone before a post at its end is out. What follows a compaction is read from a record
 * that may be long.
 */
const unposted = new Set(['SessionStart', 'SessionEnd', 'PreCompact', 'PostCompact']);

/**
 * The timeouts of posts: something that took the daemon's port and never answers costs a tool call two seconds in all, and a
 * turn's beginning and end as much. The daemon answers within a few hundredths.
 */
const postedTimeouts: Readonly<Record<string, number>> = {
  UserPromptSubmit: 2,
  PreToolUse: 1,
  PostToolUse: 1,
  PostToolUseFailure: 1,
  Stop: 2,
  SubagentStart: 1,
  SubagentStop: 1,
};

/** The handler of an event. */
export function hookHandler(event: string, launcher: LauncherForm): Record<string, unknown> {
  const timeout = (hookTimeouts[event] ?? finishedTimeouts[event])!;
  const { daemon } = launcher;
  if (launcher.transport === 'http' && daemon !== undefined && !unposted.has(event)) {
    return httpHandler('claude-code', event, daemon, postedTimeouts[event] ?? timeout);
  }
  return launcher.transport === 'mcp' && !serverless.has(event)
    ? toolHandler('claude-code', event, fields[event]!, timeout)
    : commandHandler(event, launcher);
}

/** True for a command that this or an earlier version of Holdfast registered. */
export function isOurs(command: unknown): command is string {
  if (command === hookToolCall || isHttpHook('claude-code', command)) return true;
  return isLauncherCall(command, 'claude-code');
}
