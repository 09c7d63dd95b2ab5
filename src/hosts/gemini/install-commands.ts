import {
  launcherHome,
  launcherProgram,
  startCommand,
  watchTest,
} from '../../core/hook-settings/launcher-command.ts';
import { isLauncherCall } from '../../core/hook-settings/own-command.ts';
import type { Handlers } from '../../core/hook-settings/register.ts';
import { type CallTime, callWords, shellLine } from '../../core/hook-settings/windows-command.ts';
import type { LauncherForm } from '../../core/install/host-install.ts';

/** The events that are registered, with the host's timeout for each in milliseconds. */
const hookTimeouts: Readonly<Record<string, number>> = {
  SessionStart: 15_000,
  BeforeAgent: 15_000,
  BeforeModel: 10_000,
  BeforeTool: 10_000,
  AfterTool: 10_000,
  AfterAgent: 15_000,
  SessionEnd: 2_000,
};

/** Events of single tool calls: nothing is started for them unless the session is being watched. */
const guarded = new Set(['BeforeTool', 'AfterTool']);

/**
 * The handler of each event. The commands end 0 and print nothing when Holdfast is gone: here any other end but 1
 * refuses what was asked for, a prompt too.
 */
export function hookHandlers(launcher: LauncherForm): Handlers {
  return new Map(
    Object.entries(hookTimeouts).map(([event, timeout]) => {
      const command = hookCommand(event, launcher);
      return [event, { type: 'command', name: 'holdfast', command, timeout }];
    }),
  );
}

function timeOf(event: string): CallTime {
  if (event === 'SessionStart') return 'start';
  return !guarded.has(event) ? 'always' : event === 'BeforeTool' ? 'before' : 'after';
}

/**
 * An empty session variable makes the guard look at the folder `watch/` itself. Before a request to the model only a
 * conversation that holds the snapshot of a compression is of interest, and no other event tells of one.
 */
function hookCommand(event: string, launcher: LauncherForm): string {
  if (launcher.form === 'windows') {
    // PowerShell runs it there. A request to the model goes to the hook as it is: PowerShell would change its characters.
    const session = guarded.has(event) ? { session: 'GEMINI_SESSION_ID' } : {};
    const call = { when: timeOf(event), ...session, words: ['gemini'] };
    return shellLine(callWords(launcher, call), 'powershell');
  }
  const call = 'gemini 2>/dev/null;:';
  if (guarded.has(event)) {
    const test = watchTest('$GEMINI_SESSION_ID', event === 'BeforeTool' ? 'before' : 'after');
    return `h=${launcherHome(launcher)};${test}&&"$h/bin/hook" ${call}`;
  }
  const program = launcherProgram(launcher);
  if (event === 'SessionStart') return startCommand(launcher, call);
  if (event !== 'BeforeModel') return `${program} ${call}`;
  return `p=$(cat);case $p in *'<state_snapshot>'*)printf %s "$p"|${program} gemini 2>/dev/null;;esac;:`;
}

/** True for a command that this or an earlier version of Holdfast registered. */
export function isOurs(command: unknown): command is string {
  return isLauncherCall(command, 'gemini');
}
