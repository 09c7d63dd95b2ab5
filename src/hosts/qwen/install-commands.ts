import {
  answeredCommand,
  launcherHome,
  launcherProgram,
  type PosixLauncher,
  quietTest,
  startCommand,
  watchTest,
} from '../../core/hook-settings/launcher-command.ts';
import { isLauncherCall } from '../../core/hook-settings/own-command.ts';
import type { Handlers } from '../../core/hook-settings/register.ts';
import {
  anyShellLine,
  type CallTime,
  callWords,
  powershellLine,
} from '../../core/hook-settings/windows-command.ts';
import type { LauncherForm, WindowsLauncher } from '../../core/install/host-install.ts';

/** The events that are registered, with the host's timeout for each in seconds. */
const hookTimeouts: Readonly<Record<string, number>> = {
  SessionStart: 15,
  UserPromptSubmit: 15,
  PreToolUse: 10,
  PostToolUse: 10,
  PostToolUseFailure: 10,
  PreCompact: 30,
  PostCompact: 30,
  Stop: 15,
  SubagentStop: 15,
  SessionEnd: 2,
};

/** The variable of the session's id. */
const sessionId = 'QWEN_CODE_SESSION_ID';

/** Events of single tool calls: nothing is started for them unless the session is being watched. */
const guarded = new Set(['PreToolUse', 'PostToolUse', 'PostToolUseFailure']);

/** The handler of each event. The commands end 0 and print nothing when Holdfast is gone. */
export function hookHandlers(launcher: LauncherForm): Handlers {
  return new Map(
    Object.entries(hookTimeouts).map(([event, timeout]) => {
      return [event, { type: 'command', ...commandOf(event, launcher), timeout }];
    }),
  );
}

function commandOf(event: string, launcher: LauncherForm): Record<string, unknown> {
  return launcher.form === 'windows'
    ? windowsCommand(event, launcher)
    : { command: hookCommand(event, launcher) };
}

/** By `cmd.exe`, PowerShell or Git Bash, whichever the client was started from; `shell` makes it PowerShell. */
function windowsCommand(event: string, launcher: WindowsLauncher): Record<string, unknown> {
  const when: CallTime = guarded.has(event)
    ? event === 'PreToolUse'
      ? 'before'
      : 'after'
    : event === 'SessionStart'
      ? 'start'
      : 'always';
  const session = guarded.has(event) ? { session: sessionId } : {};
  const words = callWords(launcher, { when, ...session, words: ['qwen'] });
  const line = anyShellLine(words);
  return line === undefined
    ? { command: powershellLine(words), shell: 'powershell' }
    : { command: line };
}

/**
 * An empty session variable makes the guard look at the folder `watch/` itself. The event of prompts also comes each
 * time the turn goes on after tools, with an empty prompt: for that nothing is started either. A prompt and a turn end are not
 * waited for while there is nothing to tell.
 */
function hookCommand(event: string, launcher: PosixLauncher): string {
  const call = 'qwen 2>/dev/null;:';
  if (guarded.has(event)) {
    const test = watchTest(`$${sessionId}`, event === 'PreToolUse' ? 'before' : 'after');
    return `h=${launcherHome(launcher)};${test}&&"$h/bin/hook" ${call}`;
  }
  const program = launcherProgram(launcher);
  if (event === 'SessionStart') return startCommand(launcher, call);
  if (event === 'Stop') return answeredCommand(launcher, 'turn end', sessionId, call);
  if (event !== 'UserPromptSubmit') return `${program} ${call}`;
  return `${quietTest(launcher, 'prompt', sessionId)}p=$(cat);case $p in *'"prompt":""'*);;*)printf %s "$p"|"$h/bin/hook" qwen 2>/dev/null;;esac;:`;
}

/** True for a command that this or an earlier version of Holdfast registered. */
export function isOurs(command: unknown): command is string {
  return isLauncherCall(command, 'qwen');
}
