import { wellFormed } from './well-formed.ts';

/** Members of a row, of which nothing is sure. */
export type Fields = Record<string, unknown>;

/** The value's members; none for anything that is no object. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : {};
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text that is not empty. Half characters are replaced, so that it can be written anywhere. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? wellFormed(value) : undefined;
}

/** ISO time of milliseconds since 1970; undefined for anything else. */
export function timeOf(value: unknown): string | undefined {
  if (typeof value !== 'number' || !(Math.abs(value) <= 8.64e15)) return undefined;
  return new Date(value).toISOString();
}

/** The text, or its head and its tail with a line between that says how much was left out. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const half = Math.floor(limit / 2);
  const head = text.slice(0, half).replace(/[\ud800-\udbff]$/, '');
  const tail = text.slice(text.length - half).replace(/^[\udc00-\udfff]/, '');
  const left = text.length - head.length - tail.length;
  return `${head}\n[… ${left} characters left out …]\n${tail}`;
}
