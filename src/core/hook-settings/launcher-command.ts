import { onShort } from '../bounded-match.ts';
import type { LauncherForm, WindowsLauncher } from '../install/host-install.ts';

/** A launcher that a POSIX shell starts. */
export type PosixLauncher = Exclude<LauncherForm, WindowsLauncher>;

/** The state folder as a shell word: the same choice as `statePaths` makes; the usual one is that without a variable of ours. */
const usualHome = `\${LOCALAPPDATA:-\${XDG_STATE_HOME:-$HOME/.local/state}}/holdfast`;
const portableHome = `\${HOLDFAST_HOME:-${usualHome}}`;

/** The launcher as one shell word. */
export function launcherProgram(launcher: PosixLauncher): string {
  return launcher.form === 'fixed'
    ? shellQuote(`${launcher.stateFolder}/bin/hook`)
    : `"${portableHome}/bin/hook"`;
}

/** The state folder as one shell word. */
export function launcherHome(launcher: PosixLauncher): string {
  return launcher.form === 'fixed' ? shellQuote(launcher.stateFolder) : `"${portableHome}"`;
}

const registeredProgram = onShort(/'((?:[^']|'\\'')+)\/bin\/hook'/, 2_000);

/** The state folder that a registered command names; undefined where it is looked up when the command runs. */
export function fixedHome(command: string): string | undefined {
  const program = registeredProgram.exec(command)?.[1];
  const home = program ?? /(?:^|;)h='((?:[^']|'\\'')+)';/.exec(command)?.[1];
  return home?.replaceAll("'\\''", "'");
}

/**
 * A test for `sh` whether an event of a single tool call needs the launcher, with the state folder in `$h`. `session`: the variable of
 * the session's id; an empty one leads to the folder itself, which is there while any session is watched. After a call nothing is
 * needed where only what comes before one is.
 */
export function watchTest(session: string, when: 'before' | 'after'): string {
  const watched = `[ -e "$h/watch/${session}" ]`;
  return when === 'before' ? watched : `${watched}&&[ ! -f "$h/watch-before/${session}" ]`;
}

/** Events that need not be waited for while a session has nothing to tell at them. */
export type QuietEvent = 'prompt' | 'turn end';

/**
 * The command for such an event: the launcher then starts the hook and ends. `session`: the name of the variable that holds the
 * session's id; without an id nothing is skipped. `call` as below.
 */
export function answeredCommand(
  launcher: PosixLauncher,
  event: QuietEvent,
  session: string,
  call: string,
): string {
  return `${quietTest(launcher, event, session)}"$h/bin/hook" ${call}`;
}

/** The beginning of such a command: sets `$h` to the state folder, and tells the launcher where nobody waits. */
export function quietTest(launcher: PosixLauncher, event: QuietEvent, session: string): string {
  const folder = event === 'prompt' ? 'quiet' : 'quiet-ends';
  const quiet = `[ -e "$h/${folder}/\${${session}:-.none}" ]`;
  return `h=${launcherHome(launcher)};${quiet}&&export HOLDFAST_NO_ANSWER=1;`;
}

/**
 * The command for the start of a session on hosts whose project settings set variables for hooks. It is heard even when
 * everything is switched off, and where a variable leads to a folder that holds no Holdfast: the person may have to be
 * told. `call`: the host's id and what stands behind it.
 */
export function startCommand(launcher: PosixLauncher, call: string): string {
  const start = `HOLDFAST_SESSION_START=1 ${launcherProgram(launcher)} ${call}`;
  if (launcher.form === 'fixed') return start;
  const usual = `HOLDFAST_DISABLE=lost HOLDFAST_SESSION_START=1 "${usualHome}/bin/hook" ${call}`;
  return `${start.replace(/;:$/, '')}||${usual}`;
}

/** A text as one single-quoted shell word. */
function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
