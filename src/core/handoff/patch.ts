import { redact } from '../trust/redact.ts';

/** The parts of a patch, one a file, without what stands in binary form. */
function partsOf(patch: string): { head: string; text: string }[] {
  return patch
    .split(/^(?=diff --git )/m)
    .filter((part) => part.startsWith('diff --git '))
    .map((part) => ({
      head: part.slice(0, part.indexOf('\n')),
      text: part.split('\nGIT binary patch\n')[0]!,
    }));
}

/** The files of a patch whose lines hold what looks like a secret, by the patch's own names for them. */
export function secretsInPatch(patch: string, patterns: readonly RegExp[]): string[] {
  return partsOf(patch)
    .filter(({ text }) => {
      const lines = text.split('\n').filter((line) => /^[+-](?!\+\+ |-- )/.test(line));
      return lines.some((line) => redact(line.slice(1), patterns) !== line.slice(1));
    })
    .map(({ head }) => head.replace(/^diff --git a\/.* b\//, ''));
}
