import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { pathTokens } from '../truth/haystack.ts';
import type { Delivery } from './drive-claude.ts';
import type { Place } from './place.ts';

/** Words of a text (paths as in the record) that name a file: with a folder or an ending, and a letter in them; no branch. */
export function pointersOf(
  text: string,
  place: Place,
  branches: readonly string[],
): Delivery['pointers'] {
  const tokens = new Set(
    text
      .split('\n')
      .flatMap(pathTokens)
      .filter((token) => !branches.includes(token))
      .filter((token) =>
        /^[~/\w.@-]*\/[\w./@+-]*\w$|^[\w@-][\w.@-]*\.[A-Za-z]\w{0,5}$/.test(token),
      ),
  );
  return [...tokens].map((token) => {
    const path = place.toPlace(token).replace(/^~(?=\/)/, place.home);
    return { path: token, exists: existsSync(isAbsolute(path) ? path : join(place.project, path)) };
  });
}
