import { type Fields, listOf, textOf } from '../rows/fields.ts';
import { clipMarked } from '../trust/clip.ts';
import type { WorkerEvent } from './event.ts';

/** Limits in UTF-16 units. */
const lineLimit = 200;
const textLimit = 4_000;

/** One line without control characters, for a list: at most 200 characters. */
export function lineOf(value: unknown): string {
  const text = typeof value === 'string' ? value : '';
  // Cut before the blanks are joined, so that the cost does not grow with the text.
  const head = textOf(text.slice(0, 20 * lineLimit)) ?? '';
  return clipMarked(head.replace(/[\s\p{Cc}]+/gu, ' ').trim(), lineLimit);
}

/** A text of several lines: at most 4,000 characters. */
export function saidOf(value: unknown): string {
  const text = typeof value === 'string' ? value : '';
  return textOf(clipMarked(text, textLimit)) ?? '';
}

/** The texts of a message's parts, or the content itself where it is one text. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .map((part) => (part as Fields | null)?.text)
    .filter((text) => typeof text === 'string')
    .join('\n');
}

/** A text event, or none where there is nothing but blanks. */
export function textEvent(value: unknown): WorkerEvent[] {
  const text = saidOf(value);
  return text.trim() === '' ? [] : [{ type: 'text', text }];
}

/** A kind that is not known, by its name. */
export function unknownEvent(kind: unknown): WorkerEvent[] {
  return [{ type: 'unknown', kind: lineOf(kind) || 'a line that is no JSON object' }];
}
