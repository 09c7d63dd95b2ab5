import { type Features, put, signFeatures } from './features.ts';
import { type KindName, kind, kindNames } from './kinds.ts';
import { isCommon } from './language.ts';
import { score, sizes } from './model.ts';
import { kindsOf, type Reading, read, readAs } from './reading.ts';

/** What a text is about, as beginnings of its telling words; pairs of letters where words are not divided. */
function topics(reading: Reading): Set<string> {
  const { table, plain, words, signs } = reading;
  const idle = new Set<number>();
  for (const sign of signs) {
    if (sign.kinds.includes(kind('act')) || sign.kinds.includes(kind('scope'))) continue;
    for (let at = sign.at; at < sign.at + sign.length; at += 1) idle.add(at);
  }
  const found = new Set<string>();
  if (table?.spaced === false) {
    for (let at = 0; at + 2 <= plain.length; at += 1) {
      const pair = plain.slice(at, at + 2);
      if (!idle.has(at) && !idle.has(at + 1) && /^[\p{L}\p{N}]{2}$/u.test(pair)) found.add(pair);
    }
    return found;
  }
  words.forEach(({ text }, at) => {
    if (idle.has(at) || text.length < 3 || isCommon(text, table?.code ?? '')) return;
    found.add(text.slice(0, 4));
  });
  return found;
}

/** The paths and names that a text has. */
function namesIn(text: string): Set<string> {
  return new Set(
    text
      .toLowerCase()
      .match(/(?<![\w@-])[\w@-]{1,80}(?:[./_-][\w@-]{1,80}){1,12}|`[^`\n]{1,80}`/g) ?? [],
  );
}

const shared = (one: ReadonlySet<string>, other: ReadonlySet<string>): number =>
  [...one].filter((name) => other.has(name)).length;

/** How many topics and names of the older text the newer one has. */
export function commonGround(older: Reading, newer: Reading): { topics: number; names: number } {
  return {
    topics: shared(topics(newer), topics(older)),
    names: shared(namesIn(newer.text), namesIn(older.text)),
  };
}

export interface Pair {
  older: Reading;
  newer: Reading;
}

export function readPair(older: string, newer: string): Pair {
  const { table } = read(`${older.slice(0, 600)}\n${newer.slice(0, 600)}`);
  return { older: readAs(older, table, 1200), newer: readAs(newer, table, 600) };
}

const forbidding: readonly KindName[] = ['not', 'never', 'forbid', 'only', 'ask', 'always', 'must'];

/** What speaks for a newer text that lifts an older rule. */
export function liftFeatures({ older, newer }: Pair): Features {
  const features: Features = new Map();
  signFeatures(newer, sizes.lift, features);
  const { topics: about, names } = commonGround(older, newer);
  put(features, sizes.lift, `about ${Math.min(3, about)}`);
  put(features, sizes.lift, `names ${Math.min(2, names)}`);
  const old = kindsOf(older);
  for (const one of kindsOf(newer)) {
    put(features, sizes.lift, `${kindNames[one]} about ${Math.min(about, 1)}`, 0.5);
    for (const name of forbidding)
      if (old.has(kind(name))) put(features, sizes.lift, `${name} then ${kindNames[one]}`, 0.4);
  }
  return features;
}

/** How much speaks for a rule that is lifted; over 0 is more for than against. */
export function liftScore(pair: Pair): number {
  return score('lift', liftFeatures(pair));
}
