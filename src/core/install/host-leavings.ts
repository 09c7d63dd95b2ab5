/** What can be looked up beside a plugin file. */
export interface LookBeside {
  read(path: string): string | undefined;
  /** Names in a folder; none where there is no such folder. */
  list(folder: string): string[];
}

/**
 * What a host itself makes beside a plugin file because that is there: libraries it fetches for plugins. Uninstall takes
 * away what was not there at init, as long as nobody else has a part in it.
 */
export interface HostLeavings {
  /** Paths of files and folders that may come to be. */
  paths(file: string): string[];
  /** Those of them that are the host's own work alone, once the plugin file is gone. */
  clearable(file: string, look: LookBeside): string[];
}
