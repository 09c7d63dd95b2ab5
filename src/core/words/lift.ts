import { type Features, hash, kindsOf, letterFeatures, read, readAs, type Reading, signFeatures } from './features.ts';
import { kind, kindNames } from './kinds.ts';
import type { Evidence } from './statement.ts';

export const liftSizes = { signs: 4096, letters: 8192 };

/** How much of what an older text is about a newer one names: words by their beginnings, letters where words are not divided. */
export function overlap(older: Reading, newer: Reading): number {
  const spaced = older.table?.spaced !== false || older.table.code === 'ko';
  if (!spaced) {
    const pairs = (reading: Reading): Set<string> => {
      const idle = new Set<number>();
      for (const sign of reading.signs)
        if (!sign.kinds.includes(kind('act')) && !sign.kinds.includes(kind('scope')))
          for (let at = sign.at; at < sign.at + sign.length; at += 1) idle.add(at);
      const found = new Set<string>();
      for (let at = 0; at + 2 <= reading.plain.length; at += 1) {
        const pair = reading.plain.slice(at, at + 2);
        if (!idle.has(at) && !idle.has(at + 1) && /^[\p{L}\p{N}]{2}$/u.test(pair)) found.add(pair);
      }
      return found;
    };
    const old = pairs(older);
    return Math.min(3, [...pairs(newer)].filter((pair) => old.has(pair)).length);
  }
  const stems = (reading: Reading): Set<string> => {
    const idle = new Set<number>();
    for (const sign of reading.signs)
      if (!sign.kinds.includes(kind('act')) && !sign.kinds.includes(kind('scope')))
        for (let at = sign.at; at < sign.at + sign.length; at += 1) idle.add(at);
    const found = new Set<string>();
    reading.words.forEach((word, at) => {
      if (!idle.has(at) && word.text.length >= 3 && !reading.table?.common.has(word.text)) found.add(word.text.slice(0, 4));
    });
    return found;
  };
  const old = stems(older);
  return Math.min(3, [...stems(newer)].filter((stem) => old.has(stem)).length);
}

/** The paths, names and code that both texts have. */
function sharedNames(older: string, newer: string): number {
  const names = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\w@-]*[./_][\w./-]*\w|`[^`\n]{1,80}`|[a-z][\w-]{2,}/g) ?? []);
  const old = names(older);
  return [...names(newer)].filter((name) => old.has(name) && /[./_`]/.test(name)).length;
}

/** What speaks for a newer text that lifts an older rule. */
export function liftEvidence(older: string, newer: string): Evidence {
  const signs: Features = new Map();
  const letters: Features = new Map();
  const both = read(`${older}\n${newer}`);
  const before = readAs(older, both.table);
  const after = readAs(newer, both.table);
  signFeatures(after, liftSizes.signs, signs);
  const add = (name: string, much = 1): void => {
    signs.set(hash(name) % liftSizes.signs, much);
  };
  const shared = overlap(before, after);
  add(`overlap ${shared}`);
  add(`names ${Math.min(2, sharedNames(older, newer))}`);
  const old = kindsOf(before);
  for (const one of kindsOf(after)) {
    add(`${kindNames[one]} overlap ${Math.min(shared, 1)}`, 0.5);
    for (const name of ['not', 'never', 'forbid', 'only', 'ask', 'always', 'must'] as const)
      if (old.has(kind(name))) add(`${name} then ${kindNames[one]}`, 0.4);
  }
  letterFeatures(after, liftSizes.letters, letters);
  return { signs, letters };
}
