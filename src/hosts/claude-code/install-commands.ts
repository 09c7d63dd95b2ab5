import {
  launcherHome,
  launcherProgram,
  startCommand,
} from '../../core/hook-settings/launcher-command.ts';
import type { LauncherForm } from '../../core/install/host-install.ts';

/** The events that are registered, with the host's timeout for each in seconds. */
export const hookTimeouts: Readonly<Record<string, number>> = {
  SessionStart: 15,
  UserPromptSubmit: 15,
  PreToolUse: 10,
  PostToolUse: 10,
  PostToolUseFailure: 10,
  PostToolBatch: 10,
  PreCompact: 30,
  PostCompact: 30,
  Stop: 15,
  SubagentStart: 15,
  SubagentStop: 15,
  // The host gives all hooks of a session's end 1.5 s together; more would only delay leaving.
  SessionEnd: 2,
};

/** Events of single tool calls: nothing is started for them unless the session is being watched. */
const guarded = new Set(['PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'PostToolBatch']);

/**
 * The command for an event. It ends 0 and prints nothing when Holdfast is gone. An empty session
 * variable makes the guard look at the folder `watch/` itself, which is there only while some session
 * is watched. This host shows the commands of both compaction events to the person, hence so terse. The start of a
 * session is heard even when everything is switched off: a project's settings can set the variables that do that.
 */
export function hookCommand(event: string, launcher: LauncherForm): string {
  const call = 'claude-code 2>/dev/null;:';
  if (!guarded.has(event)) {
    if (event !== 'SessionStart') return `${launcherProgram(launcher)} ${call}`;
    return startCommand(launcher, call);
  }
  return `h=${launcherHome(launcher)};[ -e "$h/watch/$CLAUDE_CODE_SESSION_ID" ]&&"$h/bin/hook" ${call}`;
}

/** True for a command that this or an earlier version of Holdfast registered. */
export function isOurs(command: unknown): command is string {
  return typeof command === 'string' && /\/bin\/hook["'] claude-code\b[^|&]*;:$/.test(command);
}
