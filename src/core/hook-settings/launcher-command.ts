import type { LauncherForm } from '../install/host-install.ts';

/** The state folder as a shell word: the same choice as `statePaths` makes; the usual one is that without a variable of ours. */
export const usualHome = `\${LOCALAPPDATA:-\${XDG_STATE_HOME:-$HOME/.local/state}}/holdfast`;
const portableHome = `\${HOLDFAST_HOME:-${usualHome}}`;

/** The launcher as one shell word. */
export function launcherProgram(launcher: LauncherForm): string {
  return launcher.form === 'fixed'
    ? shellQuote(`${launcher.stateFolder}/bin/hook`)
    : `"${portableHome}/bin/hook"`;
}

/** The state folder as one shell word. */
export function launcherHome(launcher: LauncherForm): string {
  return launcher.form === 'fixed' ? shellQuote(launcher.stateFolder) : `"${portableHome}"`;
}

/** A text as one single-quoted shell word. */
function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
