import { launcherHome, launcherProgram } from '../../core/hook-settings/launcher-command.ts';
import { isLauncherCall } from '../../core/hook-settings/own-command.ts';
import type { Handlers } from '../../core/hook-settings/register.ts';
import { type CallTime, callWords, shellLine } from '../../core/hook-settings/windows-command.ts';
import type { LauncherForm } from '../../core/install/host-install.ts';

/** The events that are registered, with the host's timeout for each in seconds. */
const hookTimeouts: Readonly<Record<string, number>> = {
  sessionStart: 15,
  preToolUse: 10,
  postToolUse: 10,
  preCompact: 30,
  stop: 15,
  sessionEnd: 2,
};

/** Events of single tool calls: nothing is started for them unless some session is being watched. */
const guarded = new Set(['preToolUse', 'postToolUse']);

/**
 * The handler of each event. The commands end 0 with an empty object when there is nothing to say, or Holdfast is gone.
 * No variable tells a hook which conversation it belongs to, so the guard asks whether any is watched.
 */
export function hookHandlers(launcher: LauncherForm): Handlers {
  return new Map(
    Object.entries(hookTimeouts).map(([event, timeout]) => {
      return [event, { command: hookCommand(event, launcher), timeout }];
    }),
  );
}

function timeOf(event: string): CallTime {
  return !guarded.has(event) ? 'always' : event === 'preToolUse' ? 'before' : 'after';
}

function hookCommand(event: string, launcher: LauncherForm): string {
  if (launcher.form === 'windows') {
    return shellLine(callWords(launcher, { when: timeOf(event), words: ['cursor'] }), 'powershell');
  }
  const call = 'cursor 2>/dev/null||echo {}';
  if (!guarded.has(event)) return `${launcherProgram(launcher)} ${call}`;
  return `h=${launcherHome(launcher)};[ -e "$h/watch" ]&&"$h/bin/hook" ${call}`;
}

/** True for a command that this or an earlier version of Holdfast registered. */
export function isOurs(command: unknown): command is string {
  return isLauncherCall(command, 'cursor', '||echo {}');
}
