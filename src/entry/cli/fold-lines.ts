import stringWidth from 'string-width';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * A line in as many lines as it takes at `width` columns, broken at blanks, and within a word where that alone is wider.
 * What follows begins with `hang`.
 */
export function fold(line: string, width: number, hang: string): string[] {
  if (stringWidth(line) <= width) return [line];
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(/(?<=\S)(?= )/)) {
    if (stringWidth(current + word) <= width) {
      current += word;
      continue;
    }
    if (current.trim() !== '' && stringWidth(hang + word.trimStart()) <= width) {
      lines.push(current);
      current = hang + word.trimStart();
      continue;
    }
    for (const { segment } of graphemes.segment(word)) {
      if (stringWidth(current + segment) > width) {
        lines.push(current);
        current = hang;
      }
      current += segment;
    }
  }
  return [...lines, current].map((one) => one.trimEnd());
}
