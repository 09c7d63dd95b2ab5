import { findNamedField, findSecrets, mayHoldSecrets } from './secrets/find-secrets.ts';
import { type Found, markStart, replaceFound } from './secrets/found.ts';
import { hiddenRuns, hidesSomething } from './secrets/hidden.ts';
import { inOriginal, viewBy } from './secrets/views.ts';

/** A replacement can show what was not to be seen before it; more rounds than this were never needed. */
const rounds = 5;

/**
 * Replaces what has the shape of a secret by `[redacted:<kind>]`. Commit hashes, UUIDs, paths and
 * plain prose stay. Linear in the length of the text; applied twice it changes nothing more.
 */
export function redact(text: string, extraPatterns: readonly RegExp[] = []): string {
  let out = text;
  for (let round = 0; round < rounds; round += 1) {
    const next = replaceFound(
      out,
      outsideMarks(out, [...findSecrets(out), ...findOwn(out, extraPatterns)]),
    );
    if (next === out) return out;
    out = next;
  }
  return out;
}

/** What a person's own patterns find, also where something that shows as nothing stands in it. */
function findOwn(text: string, patterns: readonly RegExp[]): Found[] {
  if (patterns.length === 0) return [];
  const found = ownIn(text, patterns);
  if (!hidesSomething(text)) return found;
  const view = viewBy(text, hiddenRuns(), () => '');
  return [...found, ...inOriginal(view, ownIn(view.text, patterns))];
}

function ownIn(text: string, patterns: readonly RegExp[]): Found[] {
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((hit) => ({
      start: hit.index,
      end: hit.index + hit[0].length,
      kind: 'custom',
    })),
  );
}

const marks = /\[redacted:[a-z0-9-]{1,40}\]/g;

/** What was found, but for what is a mark already or lies within one; a stretch that holds one is widened to hold it whole. */
function outsideMarks(text: string, found: readonly Found[]): Found[] {
  if (found.length === 0 || !text.includes(markStart)) return [...found];
  const spans = [...text.matchAll(marks)].map((hit) => ({
    start: hit.index,
    end: hit.index + hit[0].length,
  }));
  return found.flatMap((one) => {
    const touched: typeof spans = [];
    for (let at = firstEndingAfter(spans, one.start); spans[at] !== undefined; at += 1) {
      if (spans[at]!.start >= one.end) break;
      touched.push(spans[at]!);
    }
    if (touched.length === 0) return [one];
    // Cut off what is a mark at either side.
    const [first, last] = [touched[0]!, touched.at(-1)!];
    const start = first.start <= one.start ? first.end : one.start;
    const end = last.end >= one.end ? last.start : one.end;
    return start < end &&
      touched.every((span) => span.end <= start || span.start >= end) &&
      /[\p{L}0-9]{3}/u.test(text.slice(start, end))
      ? [{ ...one, start, end }]
      : [];
  });
}

/** Of spans in their order the index of the first that ends behind a place. */
function firstEndingAfter(spans: readonly { end: number }[], place: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle]!.end > place) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * A value as JSON, without secrets. Only where its text may hold one is it walked through, since most do not
 * and the walk is dear in a process that has just started.
 */
export function redactedText(value: unknown, extraPatterns: readonly RegExp[] = []): string {
  const text = JSON.stringify(value);
  if (extraPatterns.length === 0 && nothingHidden(text) && !mayHoldSecrets(text)) return text;
  return JSON.stringify(redactDeep(value, extraPatterns));
}

/** True where a JSON text holds no control character, written as an escape, and nothing beyond ASCII. */
function nothingHidden(text: string): boolean {
  return /^[\t\n\r -~]*$/.test(text) && !text.includes('\\u');
}

/** The same for every string inside a JSON value, names of fields included. */
export function redactDeep<T>(value: T, extraPatterns: readonly RegExp[] = []): T {
  return walk(value, extraPatterns) as T;
}

function walk(value: unknown, extra: readonly RegExp[]): unknown {
  if (typeof value === 'string') return redact(value, extra);
  if (Array.isArray(value)) return value.map((item) => walk(item, extra));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      redact(name, extra),
      walkField(name, item, extra),
    ]),
  );
}

/** A field's name can be what makes its value a secret: `{"password": "…"}`. */
function walkField(name: string, value: unknown, extra: readonly RegExp[]): unknown {
  if (typeof value !== 'string' || name.length > 100 || /["\r\n]/.test(value))
    return walk(value, extra);
  const prefix = `${JSON.stringify(name)}: "`;
  const line = `${prefix}${value}"`;
  const named = replaceFound(line, outsideMarks(line, findNamedField(line)));
  return redact(named.startsWith(prefix) ? named.slice(prefix.length, -1) : value, extra);
}
