import { createTwoFilesPatch } from 'diff';

/** The change of a file in unified form; empty when nothing changes. */
export function unifiedDiff(path: string, before: string, after: string): string {
  if (before === after) return '';
  const patch = createTwoFilesPatch(path, path, before, after, undefined, undefined, {
    context: 3,
  });
  return patch.replace(/^(Index: .*\n)?=+\n/, '').trimEnd();
}
