import { mergeRanges } from '../recovery/ranges.ts';
import { withoutNumbers } from './numbered.ts';
import type { Selection, ShownText } from './shown-text.ts';

/**
 * How much of one file the model has seen. Plain data: it may be stored, beside a hash of the text it
 * belongs to; when the file changes, a new one is begun.
 */
export interface Coverage {
  /** Lines of the file up to the last one that is not blank. */
  lines: number;
  /** Lines seen: closed ranges from 1, sorted, apart from each other. Blank lines beside a seen one count as seen. */
  ranges: [number, number][];
}

/** Lines as they are compared: no BOM, any line end, no blank lines at the end. */
export function comparedLines(text: string): string[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n/);
  while (lines.length > 0 && isBlank(lines.at(-1))) lines.pop();
  return lines;
}

export function newCoverage(text: string): Coverage {
  return { lines: comparedLines(text).length, ranges: [] };
}

/** True when every line that is not blank was seen. An empty file holds nothing to see. */
export function isComplete(coverage: Coverage): boolean {
  const first = coverage.ranges[0];
  return (
    coverage.lines === 0 || (first !== undefined && first[0] <= 1 && first[1] >= coverage.lines)
  );
}

/** The coverage of `text` (the file now) after the model received `shown`. Only equal lines count. */
export function addShown(coverage: Coverage, text: string, shown: ShownText): Coverage {
  const file = comparedLines(text);
  const seen =
    shown.how === 'placed'
      ? seenAtPlace(file, shown)
      : seenInPrint(file, shown, selected(shown.select, lineCount(text)));
  if (seen.length === 0) return coverage;
  const grown = seen.map((range) => overBlanks(range, file));
  return { lines: file.length, ranges: mergeRanges([...coverage.ranges, ...grown]) };
}

/** Ranges of equal lines; the text may carry line numbers, which then say where it stands. */
function seenAtPlace(
  file: readonly string[],
  shown: { text: string; startLine: number },
): [number, number][] {
  const lines = shown.text.replace(/^\uFEFF/, '').split(/\r\n|\n/);
  const plain = equalRanges(file, lines, shown.startLine);
  if (plain.length > 0) return plain;
  if (lines.at(-1) === '') lines.pop();
  const bare = withoutNumbers(lines);
  return bare ? equalRanges(file, bare.lines, bare.start) : [];
}

function equalRanges(
  file: readonly string[],
  lines: readonly string[],
  startLine: number,
): [number, number][] {
  const found: [number, number][] = [];
  lines.forEach((line, index) => {
    const number = startLine + index;
    if (number < 1 || file[number - 1] !== line) return;
    const last = found.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else found.push([number, number]);
  });
  return found.filter(([start, end]) => file.slice(start - 1, end).some((line) => !isBlank(line)));
}

/** The selected range when the printed text holds its lines in one block, blank ends aside. */
function seenInPrint(
  file: readonly string[],
  shown: { text: string; numbered: boolean },
  range: [number, number],
): [number, number][] {
  let [start, end] = [range[0], Math.min(range[1], file.length)];
  while (start <= end && isBlank(file[start - 1])) start += 1;
  while (end >= start && isBlank(file[end - 1])) end -= 1;
  if (start > end) return [];
  const block = file.slice(start - 1, end);
  const printed = comparedLines(shown.text);
  if (holdsBlock(printed, block)) return [[start, end]];
  const bare = shown.numbered
    ? withoutNumbers(printed.filter((line) => !isBlank(line)))
    : undefined;
  if (!bare) return [];
  const dense = (lines: readonly string[]) => lines.filter((line) => !isBlank(line));
  return holdsBlock(dense(bare.lines), dense(block)) ? [[start, end]] : [];
}

/** Lines of the file as tools count them: blank ones at the end too. */
function lineCount(text: string): number {
  const lines = text.split('\n').length;
  return text.endsWith('\n') ? lines - 1 : lines;
}

/** The selection as lines of a file, clamped to it. */
function selected(select: Selection, lines: number): [number, number] {
  const start = select.start < 0 ? lines + 1 + select.start : select.start;
  return [Math.max(1, start), Math.min(lines, select.end ?? lines)];
}

/** True when the block stands in the text; the text's first and last line may have lost blanks at its ends. */
function holdsBlock(text: readonly string[], block: readonly string[]): boolean {
  const last = block.length - 1;
  for (let at = 0; at + block.length <= text.length; at += 1) {
    const equal = block.every((line, index) => {
      const other = text[at + index] ?? '';
      if (other === line) return true;
      const atEnd = index === last && at + index === text.length - 1;
      return atEnd && other.trimEnd() === line.trimEnd();
    });
    if (equal) return true;
  }
  return false;
}

function overBlanks([start, end]: [number, number], file: readonly string[]): [number, number] {
  let from = start;
  let to = end;
  while (from > 1 && isBlank(file[from - 2])) from -= 1;
  while (to < file.length && isBlank(file[to])) to += 1;
  return [from, to];
}

function isBlank(line: string | undefined): boolean {
  return line !== undefined && line.trim() === '';
}
