import type { Files } from '../ports.ts';

/** The state of one session on disk. */
export interface SessionOnDisk {
  host: string;
  /** Name of its folder: the session id, or a digest of an id that is no plain name. */
  name: string;
  folder: string;
  bytes: number;
  /** When anything in it was last written, in milliseconds. */
  lastMs: number;
}

/** Every session that has state, by host and name. */
export function sessionsOnDisk(files: Files, sessionsFolder: string): SessionOnDisk[] {
  return files.list(sessionsFolder).flatMap((host) =>
    files.list(`${sessionsFolder}/${host}`).flatMap((name): SessionOnDisk[] => {
      const folder = `${sessionsFolder}/${host}/${name}`;
      const own = files.stat(folder);
      if (own?.kind !== 'folder') return [];
      const inside = filesBelow(files, folder).map((path) => files.stat(path));
      return [
        {
          host,
          name,
          folder,
          bytes: inside.reduce((sum, stat) => sum + (stat?.size ?? 0), 0),
          lastMs:
            inside.reduce((last, stat) => Math.max(last, stat?.modifiedMs ?? 0), 0) ||
            own.modifiedMs,
        },
      ];
    }),
  );
}

/** Paths of all files below a folder, in order. Links that lead out of it are not followed. */
export function filesBelow(files: Files, folder: string): string[] {
  const top = files.realPath(folder);
  if (top === undefined) return [];
  const walk = (path: string): string[] => {
    const real = files.realPath(path);
    if (real === undefined || (real !== top && !real.startsWith(`${top}/`))) return [];
    const kind = files.stat(path)?.kind;
    if (kind === 'folder') return files.list(path).flatMap((name) => walk(`${path}/${name}`));
    return kind === 'file' ? [path] : [];
  };
  return walk(folder);
}
