import { columnsOf, standsApart } from './columns.ts';

/** Made at its first use, since that takes long. */
let segmenter: Intl.Segmenter | undefined;

/** Characters as a person sees them. */
function* characters(text: string): Generator<string> {
  if (standsApart(text)) {
    yield* text;
    return;
  }
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const { segment } of segmenter.segment(text)) yield segment;
}

/**
 * A line in as many lines as it takes at `width` columns, broken at blanks, and within a word where that alone is wider.
 * What follows begins with `hang`.
 */
export function fold(line: string, width: number, hang: string): string[] {
  if (columnsOf(line) <= width) return [line];
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(/(?<=\S)(?= )/)) {
    if (columnsOf(current + word) <= width) {
      current += word;
      continue;
    }
    if (current.trim() !== '' && columnsOf(hang + word.trimStart()) <= width) {
      lines.push(current);
      current = hang + word.trimStart();
      continue;
    }
    for (const segment of characters(word)) {
      if (columnsOf(current + segment) > width) {
        lines.push(current);
        current = hang;
      }
      current += segment;
    }
  }
  return [...lines, current].map((one) => one.trimEnd());
}
