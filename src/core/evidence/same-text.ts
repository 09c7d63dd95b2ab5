import { comparedLines } from './compared-lines.ts';
import { withoutNumbers } from './numbered.ts';

/** True when a text is the whole file: BOM, line ends, blank lines at the end and line numbers aside. */
export function sameText(shown: string, file: string): boolean {
  const lines = comparedLines(shown);
  const wanted = comparedLines(file);
  if (equal(lines, wanted)) return true;
  const bare = withoutNumbers(lines);
  return (
    bare !== undefined && bare.start === 1 && equal(comparedLines(bare.lines.join('\n')), wanted)
  );
}

function equal(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, index) => line === b[index]);
}
