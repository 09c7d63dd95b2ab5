import { type PromptLine, promptLines } from './pasted.ts';

/** A sentence of a message, with its place in it. */
export interface Sentence {
  text: string;
  start: number;
  end: number;
  /** The line it is in. */
  line: string;
  /** The number of its block: blank lines and pasted ones end a block. */
  block: number;
  /** True below a heading. */
  headed: boolean;
}

const stop = /[.!?…\u0964\u061f\u06d4](?:["')\]*_]{0,3})(?=\s)|[。！？](?:["'）」』]{0,2})/g;
const abbreviation =
  /(?:\b(?:e\.g|i\.e|etc|vs|cf|z\.b|d\.h|bzw|ca|nr|no|approx|incl|resp|dr|mr|ms)|\b\d{1,2})\.$/;
const heading = /^\s{0,3}(?:#{1,6}\s|\*\*[^*]{1,80}\*\*:?\s*$)/;

/** The sentences that the person said, line by line; what was pasted is left out. */
export function sentencesOf(message: string): Sentence[] {
  return sentencesIn(promptLines(message));
}

export function sentencesIn(lines: readonly PromptLine[]): Sentence[] {
  const found: Sentence[] = [];
  let offset = 0;
  let block = 0;
  let headed = false;
  for (const line of lines) {
    if (heading.test(line.text)) headed = true;
    if (line.pasted || line.text.trim() === '') block += 1;
    else addLine(found, line.text, offset, { line: line.text, block, headed });
    offset += line.text.length + 1;
  }
  return found;
}

type Place = Pick<Sentence, 'line' | 'block' | 'headed'>;

function addLine(found: Sentence[], line: string, offset: number, place: Place): void {
  let from = 0;
  stop.lastIndex = 0;
  for (let m = stop.exec(line); m !== null; m = stop.exec(line)) {
    const end = m.index + m[0].length;
    if (abbreviation.test(line.slice(Math.max(from, end - 8), end).toLowerCase())) continue;
    add(found, from, end, offset, place);
    from = end;
  }
  add(found, from, line.length, offset, place);
}

function add(found: Sentence[], from: number, to: number, offset: number, place: Place): void {
  const { line } = place;
  let start = from;
  let end = to;
  while (start < end && /\s/.test(line[start] as string)) start += 1;
  while (end > start && /\s/.test(line[end - 1] as string)) end -= 1;
  if (end > start)
    found.push({
      text: line.slice(start, end),
      start: offset + start,
      end: offset + end,
      ...place,
    });
}
