import { launcherHome } from '../hook-settings/launcher-command.ts';

/** The file beside the launcher which says that the launcher is of a newer version than this. */
export function newerMark(version: string): string {
  return `newer-than-${version}`;
}

/**
 * What a plugin runs at the start of a session, as the beginning of a command of a shell: puts launcher and hook program in place where
 * they are missing or older, and leaves both to `init` where that was run. `install`: the command that does it;
 * `needs`: the program that it needs.
 */
export function bringUp(version: string, install: string, needs: 'node' | 'npx'): string {
  const current = `[ -x "$h/bin/hook" ]&&{ [ -e "$h/installs.json" ]||[ -e "$h/bin/${newerMark(version)}" ]||grep -qs '^# Holdfast ${version}:' "$h/bin/hook";}`;
  const missing = `printf '%s' '{"systemMessage":"Holdfast needs Node 20.19 or newer on PATH. Install it, then restart this session."}'`;
  const quiet = `${install} </dev/null >/dev/null 2>&1`;
  const home = `h=${launcherHome({ form: 'portable' })}`;
  return `${home};${current}||if command -v ${needs} >/dev/null;then ${quiet};else ${missing};fi`;
}

/** The program on PATH, which such a plugin asks for first: it needs no network. */
export const programOnPath = 'holdfast';

/** The program of the plugin's own version, for a plugin that does not bring one: npm has it, or fetches it once. */
export function packageProgram(version: string): string {
  return `npx --yes holdfast@${version}`;
}

/** The command for `bringUp` of such a plugin. A program of this version on PATH needs no network. */
export function installFromPackage(version: string): string {
  const onPath = `[ "$(holdfast --version)" = ${version} ]&&holdfast plugin launcher`;
  return `{ ${onPath}||${packageProgram(version)} plugin launcher;}`;
}
