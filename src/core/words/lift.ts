import { type Features, put, signFeatures } from './features.ts';
import { type KindName, kind, kindNames, topicNames } from './kinds.ts';
import { isCommon } from './language.ts';
import { score, sizes } from './model.ts';
import { kindsOf, type Reading, readTogether } from './reading.ts';
import { type Sign, signsIn } from './signs.ts';

/** Kinds of signs that say what a text is about, and not how it says it. */
const telling = (['act', 'scope', 'answer'] as KindName[]).map(kind);

/** What a text is about, as beginnings of its telling words; pairs of letters where words are not divided. */
function topics(reading: Reading): Set<string> {
  const { table, plain, words, signs } = reading;
  const idle = new Set<number>();
  const mark = (found: readonly Sign[], isIdle: boolean): void => {
    for (const sign of found)
      for (let at = sign.at; at < sign.at + sign.length; at += 1)
        if (isIdle) idle.add(at);
        else idle.delete(at);
  };
  mark(
    signs.filter(({ kinds }) => !kinds.some((one) => telling.includes(one))),
    true,
  );
  const things = table === undefined ? [] : signsIn(plain, words, table.topics()).filter(isThing);
  mark(things, false);
  const found = new Set<string>();
  if (table?.spaced === false) {
    for (let at = 0; at + 2 <= plain.length; at += 1) {
      const pair = plain.slice(at, at + 2);
      if (!idle.has(at) && !idle.has(at + 1) && /^[\p{L}\p{N}]{2}$/u.test(pair)) found.add(pair);
    }
    return found;
  }
  const named = new Set(things.map(({ at }) => at));
  words.forEach(({ text }, at) => {
    if (idle.has(at)) return;
    if (!named.has(at) && isCommon(text, table?.code ?? '')) return;
    for (const one of text.split('-'))
      if (one.length >= 3) found.add(withoutArticle(one, table?.code).slice(0, stem));
  });
  return found;
}

const stem = 4;
const workAndThing = (['thing', 'work'] as const).map((name) => topicNames.indexOf(name));

function isThing({ kinds }: Sign): boolean {
  return kinds.some((one) => workAndThing.includes(one));
}

/** A word without the article that Arabic and Hebrew write together with it. */
function withoutArticle(word: string, code: string | undefined): string {
  if (code === 'ar')
    return word.replace(/^(?:[\u0648\u0641\u0628]?\u0627\u0644|\u0644\u0644)(?=.{3})/u, '');
  if (code === 'he') return word.replace(/^[\u05d1\u05dc\u05d5]?\u05d4(?=.{3})/u, '');
  return word;
}

/** The paths and names that a text has. */
function namesIn(text: string): Set<string> {
  const found =
    text
      .toLowerCase()
      .match(
        /(?<![\w@-])[\w@-]{1,80}(?:[./_-][\w@-]{1,80}){1,12}\/?|(?<![\w@-])[\w@-]{1,80}\/(?![\w@-])|`[^`\n]{1,80}`/g,
      ) ?? [];
  return new Set(found.map((one) => one.replace(/^`|`$/g, '').replace(/\/$/, '')));
}

/** Words that a name is made of, without its ending and those that many names have. */
function partsOf(names: ReadonlySet<string>): Set<string> {
  const all = [...names].flatMap((name) =>
    name.replace(/\.[a-z]{1,5}$/, '').split(/[^\p{L}\p{N}]+/u),
  );
  return new Set(all.filter((one) => one.length >= 3 && !everyday.has(one)));
}

const everyday = new Set([
  'src',
  'lib',
  'app',
  'apps',
  'test',
  'tests',
  'index',
  'packages',
  'core',
]);

const shared = (one: ReadonlySet<string>, other: ReadonlySet<string>): number =>
  [...one].filter((name) => other.has(name)).length;

interface About {
  topics: Set<string>;
  names: Set<string>;
}

const known = new WeakMap<Reading, About>();

/** What a reading is about, looked at once. */
function aboutOf(reading: Reading): About {
  let about = known.get(reading);
  if (about === undefined) {
    about = { topics: topics(reading), names: namesIn(reading.text) };
    known.set(reading, about);
  }
  return about;
}

/**
 * How many topics and names of the older text the newer one has, and how many topics `more`; `others` where each names something,
 * and not the same.
 */
export function commonGround(
  older: Reading,
  newer: Reading,
): { topics: number; more: number; names: number; others: boolean } {
  const [before, after] = [aboutOf(older), aboutOf(newer)];
  const [old, now] = [before.names, after.names];
  const same = [...old].filter((one) => [...now].some((name) => within(one, name))).length;
  const topics = shared(after.topics, before.topics);
  return {
    topics,
    more: after.topics.size - topics,
    names: same > 0 ? same : [...now].some(isPath) ? 0 : shared(partsOf(old), wordsIn(newer.text)),
    others: [...old].some(isPath) && [...now].some(isPath) && same === 0,
  };
}

function wordsIn(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[a-z0-9]{3,60}|[\p{L}\p{N}]{3,60}/gu) ?? []);
}

/** True for a name that is no word with a hyphen. */
function isPath(name: string): boolean {
  return /[./_]/.test(name);
}

/** True where one path is the other, or in it. */
function within(one: string, other: string): boolean {
  return (
    one === other ||
    one.startsWith(`${other}/`) ||
    other.startsWith(`${one}/`) ||
    other.endsWith(`/${one}`) ||
    one.endsWith(`/${other}`)
  );
}

export interface Pair {
  older: Reading;
  newer: Reading;
}

export function readPair(older: string, newer: string): Pair {
  return readTogether(older, newer);
}

const forbidding: readonly KindName[] = ['not', 'never', 'forbid', 'only', 'ask', 'always', 'must'];

/** What speaks for a newer text that lifts an older rule. */
export function liftFeatures({ older, newer }: Pair): Features {
  const features: Features = new Map();
  signFeatures(newer, sizes.lift, features);
  const { topics: about, names, others } = commonGround(older, newer);
  if (others) put(features, sizes.lift, 'others');
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
