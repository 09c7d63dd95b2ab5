import { isAbsolute, relative, resolve, sep } from 'node:path';
import { fieldsOf, textOf } from '../../core/rows/fields.ts';
import { isPlainlyReadOnly } from '../../core/shell/read-only.ts';
import { landingOf } from '../../platform/landing.ts';

/** Tools of the client that change nothing. */
const reading = new Set(['read', 'grep', 'find', 'ls']);
/** Tools that change a file and nothing else. */
export const editing = new Set(['write', 'edit']);

/** Forms of a path that the client resolves in a way of its own: home folder, mention, URL. */
const unusual = /^(~|@|[A-Za-z][A-Za-z0-9+.-]+:)/;

/**
 * True for a call that a worker may make unasked: reading, a command that does nothing else, and at `edit` an edit that lands inside of the folder, links
 * followed, and outside of git's own files. What is not known is asked for.
 */
export function isAllowedUnasked(
  call: { tool: string; input: unknown },
  permission: string,
  folder: string,
  others: readonly string[] = [],
): boolean {
  if (reading.has(call.tool)) return true;
  if (call.tool === 'bash') return isPlainlyReadOnly(textOf(fieldsOf(call.input).command) ?? '');
  if (permission !== 'edit' || !editing.has(call.tool)) return false;
  const path = textOf(fieldsOf(call.input).path);
  if (path === undefined || unusual.test(path)) return false;
  const landing = landingOf(resolve(folder, path));
  return [folder, ...others].some((one) => isInside(landingOf(one), landing));
}

/** True for a path below a folder, both with their links followed; not for git's own files. */
function isInside(folder: string, landing: string): boolean {
  const inside = relative(folder, landing);
  const names = inside.split(sep);
  return (
    inside !== '' &&
    !isAbsolute(inside) &&
    names[0] !== '..' &&
    !names.some((name) => name.toLowerCase() === '.git')
  );
}
