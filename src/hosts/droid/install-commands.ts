import { launcherHome, launcherProgram } from '../../core/hook-settings/launcher-command.ts';
import { isLauncherCall } from '../../core/hook-settings/own-command.ts';
import type { Handlers } from '../../core/hook-settings/register.ts';
import { type CallTime, callWords, shellLine } from '../../core/hook-settings/windows-command.ts';
import type { LauncherForm } from '../../core/install/host-install.ts';

/** The events that are registered, with the host's timeout for each in seconds. */
const hookTimeouts: Readonly<Record<string, number>> = {
  SessionStart: 15,
  UserPromptSubmit: 15,
  PreToolUse: 10,
  PostToolUse: 10,
  PreCompact: 30,
  Stop: 15,
  SessionEnd: 2,
};

/** Events of single tool calls: nothing is started for them unless some session is being watched. */
const guarded = new Set(['PreToolUse', 'PostToolUse']);

/**
 * The handler of each event. The commands end 0 and print nothing when Holdfast is gone: here 2 refuses what was asked
 * for, a compaction too, and 3 ends the agent. No variable tells a hook which session it belongs to, so the guard asks
 * whether any is watched.
 */
export function hookHandlers(launcher: LauncherForm): Handlers {
  return new Map(
    Object.entries(hookTimeouts).map(([event, timeout]) => {
      return [event, { type: 'command', command: hookCommand(event, launcher), timeout }];
    }),
  );
}

function timeOf(event: string): CallTime {
  return !guarded.has(event) ? 'always' : event === 'PreToolUse' ? 'before' : 'after';
}

function hookCommand(event: string, launcher: LauncherForm): string {
  if (launcher.form === 'windows') {
    return shellLine(callWords(launcher, { when: timeOf(event), words: ['droid'] }), 'powershell');
  }
  const call = 'droid 2>/dev/null;:';
  if (!guarded.has(event)) return `${launcherProgram(launcher)} ${call}`;
  return `h=${launcherHome(launcher)};[ -e "$h/watch" ]&&"$h/bin/hook" ${call}`;
}

/** True for a command that this or an earlier version of Holdfast registered. */
export function isOurs(command: unknown): command is string {
  return isLauncherCall(command, 'droid');
}
