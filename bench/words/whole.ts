import { readdirSync, readFileSync } from 'node:fs';

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

export type RulesOf = (message: string) => string[];

export function readWhole(path: string): WholeMessage[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .filter((row) => row.kind === 'message');
}

/** Counts by language over the labelled messages of a folder, a file a language. */
export function scoreWhole(
  folder: string,
  rulesOf: RulesOf,
  wrong?: (code: string, what: string, message: WholeMessage) => void,
): Map<string, WholeCount> {
  const counts = new Map<string, WholeCount>();
  for (const name of readdirSync(folder).sort()) {
    if (!name.endsWith('.jsonl')) continue;
    const code = name.replace('.jsonl', '');
    const count: WholeCount = {
      messages: 0,
      right: 0,
      arguable: 0,
      wrong: 0,
      rules: 0,
      found: 0,
    };
    for (const message of readWhole(`${folder}/${name}`)) {
      count.messages += 1;
      const claims = rulesOf(message.text).map((text) => placeOf(message.text, text));
      for (const claim of claims) {
        const met = message.spans.filter((span) => meets(claim, span));
        const is = met.some(({ label }) => label === 'rule')
          ? 'right'
          : met.length > 0
            ? 'arguable'
            : 'wrong';
        count[is] += 1;
        if (is === 'wrong') wrong?.(code, 'wrong', message);
      }
      for (const span of message.spans) {
        if (span.label !== 'rule') continue;
        count.rules += 1;
        if (claims.some((claim) => meets(claim, span))) count.found += 1;
        else wrong?.(code, `missed ${message.text.slice(span.start, span.end)}`, message);
      }
    }
    if (count.messages > 0) counts.set(code, count);
  }
  return counts;
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
