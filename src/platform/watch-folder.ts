import { type FSWatcher, watch } from 'node:fs';
import { isTerminal } from './terminal.ts';

/** True where standard output is a terminal. */
export function showsOutput(): boolean {
  return isTerminal(1);
}

/**
 * Runs `look` at once, soon after each change in a folder, and every `everyMs` besides, since a folder may not be there
 * yet and not every disk tells of changes. Ends with Ctrl-C or a termination signal.
 */
export function watchFolder(folder: string, everyMs: number, look: () => void): Promise<void> {
  return new Promise((resolve) => {
    let watcher: FSWatcher | undefined;
    const begin = () => {
      try {
        watcher ??= watch(folder, look);
        watcher.on('error', () => {
          watcher?.close();
          watcher = undefined;
        });
      } catch {
        // Not there yet: it is looked at again and again anyway.
      }
    };
    const timer = setInterval(() => {
      begin();
      look();
    }, everyMs);
    const end = () => {
      clearInterval(timer);
      watcher?.close();
      resolve();
    };
    process.once('SIGINT', end);
    process.once('SIGTERM', end);
    begin();
    look();
  });
}
