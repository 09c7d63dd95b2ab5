import { existsSync, type FSWatcher, watch } from 'node:fs';

/** Called with the folder and, where the system tells it, the name of what changed in it. */
type Notice = (folder: string, name: string | undefined) => void;

/**
 * Folders of which the system tells changes, at most so many: the one that was asked for longest ago goes for a new one. Keeps no
 * process alive. Not on Windows, where a watched folder cannot be deleted. Not every disk tells of changes, so that callers have
 * to look by themselves now and then.
 */
export class FolderWatches {
  readonly #notice: Notice;
  readonly #most: number;
  readonly #watchers = new Map<string, FSWatcher>();

  constructor(notice: Notice, most: number) {
    this.#notice = notice;
    this.#most = most;
  }

  /** How many folders are watched. */
  get size(): number {
    return this.#watchers.size;
  }

  /** True where the folder is watched. */
  has(folder: string): boolean {
    return this.#watchers.has(folder);
  }

  /** Watches a folder, or keeps doing so; nothing happens where that cannot be. */
  keep(folder: string): void {
    const known = this.#watchers.get(folder);
    if (known !== undefined) {
      this.#watchers.delete(folder);
      this.#watchers.set(folder, known);
      return;
    }
    if (process.platform === 'win32') return;
    try {
      const watcher = watch(folder, { persistent: false }, (kind, name) => {
        // A folder that is gone tells nothing any more, also when another one comes in its place.
        if (kind === 'rename' && !existsSync(folder)) this.#drop(folder);
        this.#notice(folder, name ?? undefined);
      });
      watcher.on('error', () => this.#drop(folder));
      this.#watchers.set(folder, watcher);
    } catch {
      // Not there, or the system watches no more folders.
      return;
    }
    const [oldest] = this.#watchers.keys();
    if (this.#watchers.size > this.#most && oldest !== undefined) this.#drop(oldest);
  }

  end(): void {
    for (const folder of [...this.#watchers.keys()]) this.#drop(folder);
  }

  #drop(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }
}
