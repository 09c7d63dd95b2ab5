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

/** A word as what it may be broken into: the parts of a path, and of a part that is wider than a line its characters. */
function* pieces(word: string, room: number): Generator<string> {
  for (const part of word.split(/(?<=[\\/])/)) {
    if (columnsOf(part) <= room) yield part;
    else yield* characters(part);
  }
}

/**
 * A line in as many lines as it takes at `width` columns, broken at blanks, and within a word where that alone is wider: behind a slash, where it has one.
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
    for (const segment of pieces(word, width - columnsOf(hang))) {
      if (columnsOf(current + segment) > width) {
        lines.push(current);
        current = hang;
      }
      current += segment;
    }
  }
  return [...lines, current].map((one) => one.trimEnd());
}
