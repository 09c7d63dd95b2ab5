import { redactedText } from './redact.ts';

/** No secret is that short, and no name of a field that we write is longer. */
const shortest = 4;
const longestName = 16;

/** A value as JSON, without secrets. What holds numbers alone is written as it is, which loads no table of what a secret is. */
export function redactedJson(value: unknown, extraPatterns: readonly RegExp[] = []): string {
  if (extraPatterns.length === 0 && !holdsText(value)) return JSON.stringify(value);
  return redactedText(value, extraPatterns);
}

function holdsText(value: unknown): boolean {
  if (typeof value === 'string') return value.length >= shortest;
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([name, item]) => name.length > longestName || !/^\w*$/.test(name) || holdsText(item),
  );
}
