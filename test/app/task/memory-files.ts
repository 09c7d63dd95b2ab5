import type { Files } from '../../../src/app/ports.ts';
import { baseName, joinPath, normalizePath, parentOf } from '../../../src/core/task/path.ts';

/** Files in memory: a path to its text, or to `{ link }` for a symbolic link. Folders are there by their files. */
export function memoryFiles(tree: Record<string, string | { link: string }>): Files {
  const folders = new Set<string>(['/']);
  for (const path of Object.keys(tree)) {
    for (let at = parentOf(path); at !== '/'; at = parentOf(at)) folders.add(at);
  }
  const real = (path: string, depth = 0): string | undefined => {
    let at = '/';
    for (const part of normalizePath(path).split('/').filter(Boolean)) {
      at = joinPath(at, part);
      const entry = tree[at];
      if (typeof entry === 'object') {
        const target = depth < 10 ? real(joinPath(parentOf(at), entry.link), depth + 1) : undefined;
        if (target === undefined) return undefined;
        at = target;
      } else if (entry === undefined && !folders.has(at)) return undefined;
    }
    return at;
  };
  return {
    readText(path, limit = 16 * 1024 * 1024) {
      const entry = tree[real(path) ?? ''];
      return typeof entry === 'string' && entry.length <= limit ? entry : undefined;
    },
    stat(path) {
      const at = real(path);
      if (at === undefined) return undefined;
      const entry = tree[at];
      const kind = typeof entry === 'string' ? 'file' : 'folder';
      return { kind, size: typeof entry === 'string' ? entry.length : 0, modifiedMs: 0, inode: 1 };
    },
    realPath: (path) => real(path),
    mentions(path, from, texts, limit) {
      const entry = tree[real(path) ?? ''];
      if (typeof entry !== 'string' || entry.length - from > limit) return undefined;
      return texts.some((text) => entry.includes(text, from));
    },
    textFrom(path, from, limit) {
      const entry = tree[real(path) ?? ''];
      if (typeof entry !== 'string' || entry.length - from > limit) return undefined;
      return entry.slice(from);
    },
    list(path) {
      const at = real(path);
      const names = [...Object.keys(tree), ...folders].filter(
        (each) => each !== '/' && parentOf(each) === at,
      );
      return [...new Set(names.map(baseName))].sort();
    },
  };
}
