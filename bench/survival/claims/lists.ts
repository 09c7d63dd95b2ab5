import type { ClaimReader } from './claim.ts';
import { itemOf, sectionsOf } from './sections.ts';

/** The trivial lists: paths under "Files modified". */
export const listsClaims: ClaimReader = (text) =>
  sectionsOf(text).flatMap(({ title, lines }) =>
    /^files modified/i.test(title)
      ? lines.flatMap((line) => {
          const item = itemOf(line);
          return item ? [{ about: 'file' as const, path: item, role: 'modified' as const }] : [];
        })
      : [],
  );
