/** What use cases ask of the machine. `platform/` implements these; tests give their own. */

export interface FileStat {
  kind: 'file' | 'folder' | 'other';
  size: number;
  modifiedMs: number;
  /** Identity of the file behind the path, so that a replaced file is noticed. */
  inode: number;
}

export interface Files {
  /** The file as text (UTF-8, a leading BOM removed); undefined when absent, unreadable or over `limit` bytes (default 16 MiB). */
  readText(path: string, limit?: number): string | undefined;
  stat(path: string): FileStat | undefined;
  /** The path with symbolic links resolved; undefined when nothing is there. */
  realPath(path: string): string | undefined;
  /** Names in a folder, sorted by code unit; empty when absent or unreadable. */
  list(path: string): string[];
}

export interface Clock {
  now(): Date;
}

export interface GitState {
  branch?: string;
  head?: string;
  /** Paths with uncommitted changes, relative to the work tree's top, with git's two status letters. */
  changed: { path: string; status: string }[];
  /** Commits ahead of the upstream; undefined when there is none. */
  unpushed?: number;
  /** Top folder of the work tree. */
  top: string;
  /** True when the work tree is a linked one (`git worktree`). */
  linked: boolean;
}

export interface Git {
  /** The state of the work tree around a folder; undefined when it is none or git did not answer in time (300 ms). */
  state(cwd: string): Promise<GitState | undefined>;
}
