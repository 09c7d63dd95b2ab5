import { type Fields, fieldsOf } from '../rows/fields.ts';

/** A line longer than this is not parsed: no client tells anything of use in so much. In UTF-16 units. */
export const longestLine = 8_000_000;

/** A line of a client's stream as a row. Undefined for one that is no JSON object, or too long to be looked at. Never throws. */
export function rowOf(line: string): Fields | undefined {
  if (line.length > longestLine) return undefined;
  // A byte order mark and a carriage return are some platforms' own.
  const text = line.replace(/^\ufeff/, '').trim();
  if (!text.startsWith('{')) return undefined;
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}
