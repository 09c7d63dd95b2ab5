/** One line of a text with the line end that it has: `\n`, `\r\n`, `\r`, or nothing at the end of the text. */
export interface RawLine {
  text: string;
  end: string;
}

/** A text taken apart so that putting it together again gives the same bytes. A leading BOM is kept aside. */
export interface RawText {
  bom: string;
  lines: RawLine[];
}

export function takeApart(text: string): RawText {
  const bom = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const lines: RawLine[] = [];
  const ends = /\r\n|\n|\r/g;
  let from = bom.length;
  for (let found = ends.exec(text); found; found = ends.exec(text)) {
    if (found.index < from) continue;
    lines.push({ text: text.slice(from, found.index), end: found[0] });
    from = ends.lastIndex;
  }
  if (from < text.length) lines.push({ text: text.slice(from), end: '' });
  return { bom, lines };
}

export function putTogether({ bom, lines }: RawText): string {
  return bom + lines.map(({ text, end }) => text + end).join('');
}

/** The line end that new lines get: that of the first line that has one. */
export function lineEndOf(lines: readonly RawLine[]): string {
  return lines.find(({ end }) => end !== '')?.end ?? '\n';
}

/** Lines put in before index `at`; a last line without an end gets one first, so that nothing runs together. */
export function insertLines(
  lines: readonly RawLine[],
  at: number,
  texts: readonly string[],
): RawLine[] {
  const end = lineEndOf(lines);
  const before = lines.slice(0, at);
  const last = before.at(-1);
  if (last?.end === '' && texts.length > 0) before[before.length - 1] = { ...last, end };
  return [...before, ...texts.map((text) => ({ text, end })), ...lines.slice(at)];
}
