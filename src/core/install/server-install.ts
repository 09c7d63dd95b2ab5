import type { Change, LauncherForm, Place, Scope } from './host-install.ts';

/** The name under which hosts know our MCP server. */
export const serverName = 'holdfast';

/** What every host tells its model of the server. On hosts that build this anew with every request it outlives a summary. */
export const serverInstructions = 'After a summary, call `resume` first.';

/** What a host's settings say under our name: our entry, one that somebody else made, or nothing. */
export type ServerStanding = 'ours' | 'other' | undefined;

/** How a host is told of our MCP server. All functions are pure; text in, edits out. */
export interface ServerInstall {
  /**
   * The file that holds the host's servers; undefined: the host has none for that scope. `exists`: whether a file is
   * there, for hosts that read one of two.
   */
  file(scope: Scope, place: Place, exists?: (path: string) => boolean): string | undefined;
  /** Throws a Fault when the file is one that the host itself would not read. An entry of others is left as it is. */
  register(text: string, path: string, launcher: LauncherForm): Change;
  /** Takes our entry out, and of the containers named those that are empty then; undefined: those it leaves empty. */
  unregister(text: string, path: string, created: string[] | undefined): Change;
  standing(text: string, path: string): ServerStanding;
}
