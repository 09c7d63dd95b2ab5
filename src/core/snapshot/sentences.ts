import { promptLines } from './pasted.ts';

/** A sentence of a message, with its place in it. */
export interface Sentence {
  text: string;
  start: number;
  end: number;
}

const stop = /[.!?…\u0964\u061f\u06d4](?:["')\]*_]{0,3})(?=\s)|[。！？](?:["'）」』]{0,2})/g;
const abbreviation =
  /(?:\b(?:e\.g|i\.e|etc|vs|cf|z\.b|d\.h|bzw|ca|nr|no|approx|incl|resp|dr|mr|ms)|\b\d{1,2})\.$/;

/** The sentences that the person said, line by line; what was pasted is left out. */
export function sentencesOf(message: string): Sentence[] {
  const found: Sentence[] = [];
  let offset = 0;
  for (const line of promptLines(message)) {
    if (!line.pasted && line.text.trim() !== '') addLine(found, line.text, offset);
    offset += line.text.length + 1;
  }
  return found;
}

function addLine(found: Sentence[], line: string, offset: number): void {
  let from = 0;
  stop.lastIndex = 0;
  for (let m = stop.exec(line); m !== null; m = stop.exec(line)) {
    const end = m.index + m[0].length;
    if (abbreviation.test(line.slice(Math.max(from, end - 8), end).toLowerCase())) continue;
    add(found, line, from, end, offset);
    from = end;
  }
  add(found, line, from, line.length, offset);
}

function add(found: Sentence[], line: string, from: number, to: number, offset: number): void {
  let start = from;
  let end = to;
  while (start < end && /\s/.test(line[start] as string)) start += 1;
  while (end > start && /\s/.test(line[end - 1] as string)) end -= 1;
  if (end > start)
    found.push({ text: line.slice(start, end), start: offset + start, end: offset + end });
}
