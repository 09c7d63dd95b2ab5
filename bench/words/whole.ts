import { readFileSync } from 'node:fs';

/** A stretch of a message that rules something, or may. */
export interface Marked {
  start: number;
  end: number;
  label: 'rule' | 'arguable';
}

/** A labelled message as it is in a file: whole, with what was pasted into it. */
export interface WholeMessage {
  kind: 'message';
  text: string;
  expect: 'rule' | 'arguable' | 'none';
  spans: Marked[];
}

/** How messages were understood: claims by what they are, and rules by whether they were found. */
export interface WholeCount {
  messages: number;
  right: number;
  arguable: number;
  wrong: number;
  rules: number;
  found: number;
}

export function readWhole(path: string): WholeMessage[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .filter((row) => row.kind === 'message');
}

/** Counts what was called a rule in a message, and which of its rules are in that. */
export function scoreMessage(
  message: WholeMessage,
  called: readonly string[],
  count: WholeCount,
): void {
  count.messages += 1;
  const claims = called.map((text) => placeOf(message.text, text));
  for (const claim of claims) {
    const met = message.spans.filter((span) => meets(claim, span));
    if (met.some(({ label }) => label === 'rule')) count.right += 1;
    else count[met.length > 0 ? 'arguable' : 'wrong'] += 1;
  }
  for (const span of message.spans) {
    if (span.label !== 'rule') continue;
    count.rules += 1;
    if (claims.some((claim) => meets(claim, span))) count.found += 1;
  }
}

function placeOf(message: string, text: string): { start: number; end: number } {
  const start = Math.max(0, message.indexOf(text.slice(0, 200)));
  return { start, end: start + text.length };
}

function meets(
  one: { start: number; end: number },
  other: { start: number; end: number },
): boolean {
  return one.start < other.end && other.start < one.end;
}
