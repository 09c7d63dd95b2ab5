import {
  launcherHome,
  launcherProgram,
  type PosixLauncher,
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
  sessionStart: 15,
  userPromptSubmitted: 15,
  preToolUse: 10,
  postToolUse: 10,
  postToolUseFailure: 10,
  preCompact: 30,
  agentStop: 15,
  sessionEnd: 2,
};

/** Events of single tool calls: nothing is started for them unless some session is being watched. */
const guarded = new Set(['preToolUse', 'postToolUse', 'postToolUseFailure']);

/**
 * The handler of each event. The payload does not name its event, so the command does. It ends 0 in any case: before a tool
 * another end denies the call.
 */
export function hookHandlers(launcher: LauncherForm): Handlers {
  return new Map(
    Object.entries(hookTimeouts).map(([event, timeoutSec]) => {
      return [event, { type: 'command', ...commandOf(event, launcher), timeoutSec }];
    }),
  );
}

function commandOf(event: string, launcher: LauncherForm): Record<string, unknown> {
  return launcher.form === 'windows'
    ? windowsCommand(event, launcher)
    : { command: hookCommand(event, launcher) };
}

/** A line that any shell takes, else one for PowerShell, which the client has a member of its own for. */
function windowsCommand(event: string, launcher: WindowsLauncher): Record<string, unknown> {
  const when: CallTime = guarded.has(event)
    ? event === 'preToolUse'
      ? 'before'
      : 'after'
    : 'always';
  const words = callWords(launcher, { when, words: ['copilot', event] });
  const line = anyShellLine(words);
  return line === undefined ? { powershell: powershellLine(words) } : { command: line };
}

/** No variable tells a hook which session it belongs to, so the guard asks whether any is watched. */
function hookCommand(event: string, launcher: PosixLauncher): string {
  const call = `copilot ${event} 2>/dev/null;:`;
  if (!guarded.has(event)) return `${launcherProgram(launcher)} ${call}`;
  return `h=${launcherHome(launcher)};[ -e "$h/watch" ]&&"$h/bin/hook" ${call}`;
}

/** True for a command that this or an earlier version of Holdfast registered. */
export function isOurs(command: unknown): command is string {
  return isLauncherCall(command, 'copilot');
}
