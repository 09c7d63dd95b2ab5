import { keep } from './family.ts';
import { lengths } from './limits.ts';

const windows = /^[A-Za-z]:[\\/]|^\\\\/;

/** Lexical: a relative path joined to the working folder, `.` and `..` resolved. */
export function resolvePath(path: string, cwd: string | undefined): string {
  const absolute = path.startsWith('/') || windows.test(path) || path.startsWith('~');
  const joined = absolute || cwd === undefined ? path : `${cwd}/${path}`;
  const back = windows.test(joined);
  const parts: string[] = [];
  const pieces = (back ? joined.replaceAll('/', '\\') : joined).split(back ? '\\' : '/');
  pieces.forEach((part, index) => {
    if (part === '.' || (part === '' && index > 0)) return;
    const last = parts.at(-1);
    if (
      part === '..' &&
      last !== undefined &&
      last !== '' &&
      last !== '..' &&
      !(back && parts.length === 1)
    )
      parts.pop();
    else if (part !== '..' || last !== '') parts.push(part);
  });
  const text = parts.join(back ? '\\' : '/');
  return keep(text === '' ? '/' : text, lengths.path);
}

/** True when `path` is `folder` or lies under it. */
export function isUnder(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`) || path.startsWith(`${folder}\\`);
}

/** Places for throw-away files; but what lies in the folder that the work is done in is the work. */
export function isScratch(path: string, cwd: string | undefined): boolean {
  if (cwd !== undefined && isUnder(path, cwd)) return false;
  return /^(?:\/tmp\/|\/var\/tmp\/|\/private\/(?:tmp|var)\/|\/dev\/|\/proc\/)/.test(path);
}
