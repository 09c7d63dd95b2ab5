import { openLines } from './line-blocks.ts';

const everyMs = 200;

export interface LineSource {
  path: string;
  onLine(text: string): void;
}

/**
 * Gives the whole lines of files that grow, from `from` on where that is given, until `done` says so and all is given, or
 * Ctrl-C. A file that was put aside for a new one is gone on with at the new one's start.
 */
export function watchLines(
  sources: readonly LineSource[],
  done: () => boolean,
): Promise<'done' | 'interrupted'> {
  const places = sources.map(() => ({ inode: 0, offset: 0 }));
  const look = (): void => {
    sources.forEach(({ path, onLine }, index) => {
      const file = openLines(path);
      if (file === undefined) return;
      const place = places[index]!;
      if (place.inode !== file.inode) Object.assign(place, { inode: file.inode, offset: 0 });
      if (file.size > place.offset) {
        place.offset = file.blocks(place.offset, (text) => {
          for (const line of text.split('\n')) if (line !== '') onLine(line);
        });
      }
      file.close();
    });
  };
  return new Promise((resolve) => {
    const end = (how: 'done' | 'interrupted') => {
      clearInterval(timer);
      process.off('SIGINT', interrupt);
      process.off('SIGTERM', interrupt);
      resolve(how);
    };
    const interrupt = () => end('interrupted');
    const tick = () => {
      // Asked first: what was written before the end is then there to be given.
      const over = done();
      look();
      if (over) end('done');
    };
    const timer = setInterval(tick, everyMs);
    process.on('SIGINT', interrupt);
    process.on('SIGTERM', interrupt);
    tick();
  });
}
