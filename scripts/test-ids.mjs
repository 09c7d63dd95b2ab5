// Finds the titles of tests that carry an id of a case or a demand in brackets.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// A suite that several test files call has a title behind the name of its part.
const title =
  /\(\s*(?:'[\w ]+',\s*)?(['"`])((?:\\.|(?!\1)[^\\])*?\[(?:case \d+|R\d+)\](?:\\.|(?!\1)[^\\])*?)\1/g;
const id = /\[(case \d+|R\d+)\]/g;

/** Ids with the tests (or groups of tests) whose titles carry them, as `file > title`, both sorted. */
export function titlesById(root) {
  const found = new Map();
  const names = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' });
  for (const name of names.map((one) => one.replaceAll('\\', '/')).sort()) {
    if (!/(\.test|-suite)\.ts$/.test(name)) continue;
    const text = readFileSync(join(root, 'test', name), 'utf8');
    for (const [, , words] of text.matchAll(title)) {
      for (const [, one] of words.matchAll(id)) {
        const entries = found.get(one) ?? new Set();
        entries.add(`test/${name} > ${words}`);
        found.set(one, entries);
      }
    }
  }
  const sorted = [...found].sort(([a], [b]) => order(a) - order(b));
  return Object.fromEntries(sorted.map(([one, entries]) => [one, [...entries].sort()]));
}

function order(one) {
  const number = Number(/\d+/.exec(one)[0]);
  return one.startsWith('case') ? number : 10_000 + number;
}
