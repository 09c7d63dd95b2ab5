/** Path arithmetic on text alone: nothing is looked up on disk. Results use forward slashes. */

const windowsStart = /^(?:[A-Za-z]:[\\/]|\\\\)/;

/** An absolute path that is in order already, as nearly all are. */
const isPlain = /^(?:\/(?!\.{1,2}(?:\/|$))[^/]+)+$/;

export function isAbsolutePath(path: string): boolean {
  return path.startsWith('/') || windowsStart.test(path);
}

/** `.` and `..` resolved, no doubled or trailing slash. Backslashes separate only in paths with a drive or a share. */
export function normalizePath(path: string): string {
  if (isPlain.test(path)) return path;
  const slashed = windowsStart.test(path) ? path.replaceAll('\\', '/') : path;
  const root = /^(?:[A-Za-z]:\/|\/)/.exec(slashed)?.[0] ?? '';
  const parts: string[] = [];
  for (const part of slashed.slice(root.length).split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '..' || root === '') parts.push(part);
  }
  return root + parts.join('/') || '.';
}

/** `path` as seen from the folder `base`; an absolute path stays what it is. */
export function joinPath(base: string, path: string): string {
  if (isAbsolutePath(path)) return normalizePath(path);
  const relative = windowsStart.test(base) ? path.replaceAll('\\', '/') : path;
  return normalizePath(`${base}/${relative}`);
}

/** The folder that holds the path. The root of a file system is its own parent. */
export function parentOf(path: string): string {
  const clean = normalizePath(path);
  const cut = clean.lastIndexOf('/');
  if (cut < 0) return '.';
  const head = clean.slice(0, cut);
  return head === '' || /^[A-Za-z]:$/.test(head) ? clean.slice(0, cut + 1) : head;
}

export function baseName(path: string): string {
  const clean = normalizePath(path);
  return clean.slice(clean.lastIndexOf('/') + 1);
}

/** True when the path is the folder or lies below it. */
export function isInside(path: string, folder: string): boolean {
  const inner = normalizePath(path);
  const outer = normalizePath(folder);
  return inner === outer || inner.startsWith(outer.endsWith('/') ? outer : `${outer}/`);
}

/** The folder and its parents up to and with `top`, nearest first; empty when the folder is not inside `top`. */
export function foldersUpTo(folder: string, top: string): string[] {
  if (!isInside(folder, top)) return [];
  const last = normalizePath(top);
  const found: string[] = [];
  for (let at = normalizePath(folder); ; at = parentOf(at)) {
    found.push(at);
    if (at === last || at === parentOf(at)) return found;
  }
}

/** The path as it reads from the folder, for sentences; absolute when it lies elsewhere. */
export function relativeTo(path: string, folder: string): string {
  const clean = normalizePath(path);
  const outer = normalizePath(folder);
  if (clean === outer || !isInside(clean, outer)) return clean;
  return clean.slice(outer.endsWith('/') ? outer.length : outer.length + 1);
}
