import { mergeRanges, missingRanges } from '../recovery/ranges.ts';
import { comparedLines, isBlank } from './compared-lines.ts';
import { withoutNumbers } from './numbered.ts';
import type { ShownText } from './shown-text.ts';

export { comparedLines } from './compared-lines.ts';

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

export function newCoverage(text: string): Coverage {
  return { lines: comparedLines(text).length, ranges: [] };
}

/** True when every line that is not blank was seen. An empty file holds nothing to see. */
export function isComplete(coverage: Coverage): boolean {
  return unseenRanges(coverage).length === 0;
}

/** The lines that were not seen yet, as closed ranges. */
export function unseenRanges(coverage: Coverage): [number, number][] {
  return missingRanges(coverage.ranges, coverage.lines);
}

/**
 * The coverage of `text` (the file as it is now) after the model received `shown`. With a start line, lines
 * count where they equal the file's at their place. Without one, `shown` must hold the whole file as one
 * block, or be a block that stands exactly once in the file. Line numbers before the lines are understood.
 */
export function addShown(
  coverage: Coverage,
  text: string,
  shown: Pick<ShownText, 'startLine' | 'text'>,
): Coverage {
  const file = comparedLines(text);
  const lines = comparedLines(shown.text);
  let seen = seenRanges(file, lines, shown.startLine);
  if (seen.length === 0) {
    const bare = withoutNumbers(lines);
    if (bare) seen = seenRanges(file, bare.lines, bare.start);
  }
  const grown = seen.map((range) => overBlanks(range, file));
  return { lines: file.length, ranges: mergeRanges([...coverage.ranges, ...grown]) };
}

function seenRanges(
  file: readonly string[],
  lines: readonly string[],
  startLine: number | undefined,
): [number, number][] {
  if (startLine === undefined) return blockRanges(file, lines);
  const placed = equalRanges(file, lines, startLine);
  if (placed.length > 0) return placed;
  // Hosts drop blank lines at the start of a command's output.
  let first = startLine;
  while (isBlank(file[first - 1])) first += 1;
  return first > startLine ? equalRanges(file, lines, first) : [];
}

function equalRanges(
  file: readonly string[],
  lines: readonly string[],
  startLine: number,
): [number, number][] {
  const found: [number, number][] = [];
  lines.forEach((line, index) => {
    const number = startLine + index;
    const own = number < 1 ? undefined : file[number - 1];
    const isLast = index === lines.length - 1;
    if (own === undefined || !(own === line || (isLast && own.trimEnd() === line.trimEnd())))
      return;
    const last = found.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else found.push([number, number]);
  });
  return found.filter(([start, end]) => file.slice(start - 1, end).some((line) => !isBlank(line)));
}

/** The whole file when its lines stand in the text, else the one place of the text in the file. */
function blockRanges(file: readonly string[], lines: readonly string[]): [number, number][] {
  const start = file.findIndex((line) => !isBlank(line));
  const block = lines.slice(
    Math.max(
      0,
      lines.findIndex((line) => !isBlank(line)),
    ),
  );
  if (start < 0 || block.length === 0) return [];
  if (placesOf(file.slice(start), lines).length > 0) return [[start + 1, file.length]];
  const places = placesOf(block, file);
  const at = places[0];
  return at !== undefined && places.length === 1 ? [[at + 1, at + block.length]] : [];
}

/** Where the block begins in the lines, from 0; two places at most. */
function placesOf(block: readonly string[], lines: readonly string[]): number[] {
  const found: number[] = [];
  for (let at = 0; at + block.length <= lines.length && found.length < 2; at += 1) {
    if (block.every((line, index) => isSame(line, lines[at + index], index === block.length - 1))) {
      found.push(at);
    }
  }
  return found;
}

/** A text's last line may have lost blanks at its end. */
function isSame(line: string, other: string | undefined, isLast: boolean): boolean {
  return line === other || (isLast && line.trimEnd() === other?.trimEnd());
}

function overBlanks([start, end]: [number, number], file: readonly string[]): [number, number] {
  let from = start;
  let to = end;
  while (from > 1 && isBlank(file[from - 2])) from -= 1;
  while (to < file.length && isBlank(file[to])) to += 1;
  return [from, to];
}
