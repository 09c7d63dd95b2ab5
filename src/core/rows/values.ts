import { type Fields, textOf } from './fields.ts';
import { wellFormed } from './well-formed.ts';

export { type Fields as Value, fieldsOf as object, textOf as text } from './fields.ts';
export { wellFormed };

/** The list's objects. */
export function objects(value: unknown): Fields[] {
  return Array.isArray(value)
    ? value.filter((one): one is Fields => typeof one === 'object' && one !== null)
    : [];
}

export function firstText(...values: unknown[]): string | undefined {
  return textOf(values.find((value) => typeof value === 'string' && value !== ''));
}

export function number(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** A whole number, which models write as a string at times. */
export function wholeNumber(value: unknown): number | undefined {
  const given = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof given === 'number' && Number.isInteger(given) ? given : undefined;
}

/** The text whole up to the limit, else its head and its tail with a line between that says so. */
export function bounded(value: string, limit: number): string {
  if (value.length <= limit) return wellFormed(value);
  const half = Math.floor(limit / 2);
  const left = value.length - 2 * half;
  const head = value.slice(0, half);
  const tail = value.slice(value.length - half);
  return wellFormed(`${head}\n[… ${left} characters left out …]\n${tail}`);
}
