import type { Haystack } from './haystack.ts';

/**
 * Whether a text names a file: by its own name, or, where another known file has the same name, by its name with
 * its folder. A listing may name the folder once, in the same line or in the nearest line above that ends in `:` or `/`.
 */
export function holdsPath(hay: Haystack, path: string, ambiguous: boolean): boolean {
  const parts = path.split('/').filter((part) => part !== '');
  const name = parts.at(-1);
  if (name === undefined) return false;
  const parent = parts.at(-2);
  // Brackets and blanks end a path-like word; names that have some are looked for as they are.
  if (/[^\p{L}\p{N}_.@+~\-%#$=]/u.test(name)) return hay.text.includes(name);
  return hay.paths.some(({ token, line }) => {
    if (token !== name && !token.endsWith(`/${name}`)) return false;
    if (!ambiguous || parent === undefined) return true;
    if (token.endsWith(`${parent}/${name}`)) return true;
    return token === name && namesFolder(hay, line, parent);
  });
}

function namesFolder(hay: Haystack, line: number, folder: string): boolean {
  const holds = (text: string) =>
    text.split(/[^\p{L}\p{N}_.@+-]+/u).some((part) => part === folder);
  if (holds(hay.lines[line]!)) return true;
  for (let at = line - 1; at >= 0; at--) {
    const above = hay.lines[at]!.trim();
    if (/[:/]$/.test(above)) return holds(above);
  }
  return false;
}
