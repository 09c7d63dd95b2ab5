/** Members of rows, of which nothing is sure. */
export type Value = Record<string, unknown>;

/** The object, or an empty one for anything else. */
export function object(value: unknown): Value {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Value)
    : {};
}

/** The list's objects. */
export function objects(value: unknown): Value[] {
  return Array.isArray(value)
    ? value.filter((one): one is Value => typeof one === 'object' && one !== null)
    : [];
}

/** A text that is not empty. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function firstText(...values: unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string' && value !== '');
}

export function number(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** A whole number, which models write as a string at times. */
export function wholeNumber(value: unknown): number | undefined {
  const given = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof given === 'number' && Number.isInteger(given) ? given : undefined;
}

/** The text without halves of characters, which no file can hold. */
export function wellFormed(value: string): string {
  // The pattern of halves takes longer, and few texts hold even a whole pair.
  return /[\ud800-\udfff]/.test(value) ? value.replace(/[\ud800-\udfff]/gu, '\ufffd') : value;
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
