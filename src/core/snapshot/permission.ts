import { rulesIn } from '../guard/forbidden.ts';
import { mayOpen } from '../guard/may-open.ts';
import { ownSentences } from '../guard/own-permission.ts';
import { permitsIn } from '../guard/permits.ts';
import { topicsOf } from '../words/context.ts';
import type { DeedListName } from '../words/deed-list-names.ts';
import { hasDeed, isReported, readDeeds } from '../words/deed-signs.ts';
import { type KindName, kind, topicNames } from '../words/kinds.ts';
import { isCommon } from '../words/language.ts';
import { commonGround, liftScore, type Pair, readPair } from '../words/lift.ts';
import { isAboutAsking, isNeedless } from '../words/needless.ts';
import { wordsOf } from '../words/plain.ts';
import { kindsOf, type Reading } from '../words/reading.ts';
import { remembered } from '../words/remembered.ts';

/** How sure it must be that a rule is lifted: one that holds on costs a question, one that is lost costs work. */
const sure = 0.8;

/** The same where nothing that the rule is about is said again, or no word allows something. */
const surer = 1.5;

/** What must speak for it where words say that what had to be done need not be done. */
const enough = 0;

/** True for a rule that keeps the work to a place. */
function isScope(older: Reading): boolean {
  return kindsOf(older).has(kind('only'));
}

/** True for words that open all of the code to work that was kept to a place. */
function opensAll(older: Reading, newer: Reading): boolean {
  const kinds = kindsOf(newer);
  const work = topicNames.indexOf('work');
  return (
    isScope(older) &&
    kinds.has(kind('may')) &&
    kinds.has(kind('always')) &&
    (kinds.has(kind('scope')) || topicsOf(newer).has(work))
  );
}

const reported = remembered(isReported);
const denying = (['not', 'never', 'forbid'] as KindName[]).map(kind);
/** How it is to be from now on: a rule beside the older one, and no permission. */
const binding = (['always', 'from'] as KindName[]).map(kind);
const limiting = (['only', 'but', 'if', 'once'] as KindName[]).map(kind);
const allowing = (['may', 'go', 'yes', 'still'] as KindName[]).map(kind);

/** "You may not push": a word that denies beside the one that allows, where the older words forbid as well. */
function stillForbids(newer: Reading, older: Reading): boolean {
  if (!denying.some((one) => kindsOf(older).has(one))) return false;
  const may = newer.signs.filter(({ kinds }) => kinds.includes(kind('may')));
  const near = newer.table?.spaced === false ? 4 : 2;
  return newer.signs.some(
    ({ at, length, kinds }) =>
      kinds.some((one) => denying.includes(one)) &&
      !kinds.some((one) => allowing.includes(one)) &&
      may.some(
        (sign) =>
          Math.min(Math.abs(at - sign.at - sign.length), Math.abs(sign.at - at - length)) < near,
      ),
  );
}

/** True where newer words name something that is in no list and not in the older ones: a place, a branch, somebody else. */
function namesMore({ older, newer }: Pair, said: string): boolean {
  const { code = 'en', spaced = true } = newer.table ?? {};
  const { words, signs, deeds } = readDeeds(said, code);
  const stems = new Set(older.words.map(({ text }) => text.slice(0, 3)));
  const isKnown = (at: number): boolean =>
    spaced && [...signs, ...deeds].some((sign) => sign.at <= at && at < sign.at + sign.length);
  const own = spaced
    ? words
    : wordsOf(words.map(({ text }) => text.replace(/[^a-z]+/g, ' ')).join(' '));
  return own.some(
    ({ text }, at) =>
      text.length > 2 &&
      !isKnown(at) &&
      !stems.has(text.slice(0, 3)) &&
      !older.plain.includes(text) &&
      !isCommon(text, code),
  );
}

/** True for words that forbid, also by those that only the guard knows. */
function deniesIn(older: Reading): boolean {
  if (denying.some((one) => kindsOf(older).has(one))) return true;
  return hasDeed(readDeeds(older.text, older.table?.code ?? 'en'), 'not', 'notend', 'hands');
}

/**
 * "You no longer need to ask before you push": what waited for a yes waits no more. True where both are about asking, the newer words
 * name what it was asked about and ask nobody else.
 */
function endsAsking({ older, newer }: Pair, said: string): boolean {
  if (!isAboutAsking(said) || !isAboutAsking(older.text)) return false;
  const code = newer.table?.code ?? 'en';
  const [before, after] = [readDeeds(older.text, code), readDeeds(said, code)];
  const named = doing.filter((name) => hasDeed(after, name));
  if (named.length > 0) return named.every((name) => hasDeed(before, name));
  return commonGround(older, newer).topics > 0;
}

/** The words for what is done, as their beginnings. */
function actsOf({ plain, words, signs, table }: Reading): Set<string> {
  const acts = signs.filter(({ kinds }) => kinds.includes(kind('act')));
  return new Set(
    acts.map(({ at, length }) =>
      table?.spaced === false
        ? plain.slice(at, at + length)
        : words
            .slice(at, at + length)
            .map(({ text }) => text.slice(0, 4))
            .join(' '),
    ),
  );
}

/**
 * What the guard knows of both from calls: `opens` where the newer words allow what the older ones forbid, `part` where these forbid
 * another thing too.
 */
function knownDeeds(
  { older }: Pair,
  said: string,
): {
  deeds: 'none' | 'opens' | 'part' | 'others';
  /** True where files of a kind are forbidden. */
  many: boolean;
} {
  const banned = rulesIn(older.text).flatMap(({ deeds }) => deeds);
  const many = banned.some((deed) => deed.do === 'files');
  if (banned.length === 0) return { deeds: 'none', many };
  const permitted = permitsIn(said).flatMap(({ deeds, once, unasked }) =>
    once || unasked === true ? [] : deeds,
  );
  const opened = banned.filter((one) => permitted.some((deed) => mayOpen(deed, one)));
  if (opened.length === 0) return { deeds: 'others', many };
  return { deeds: opened.length < banned.length ? 'part' : 'opens', many };
}

const doing = [
  'push',
  'commit',
  'merge',
  'deploy',
  'publish',
  'install',
  'add',
  'remove',
  'touch',
] as const satisfies DeedListName[];

/** "You can run the tests" says nothing of a rule that none may be deleted: both say what is done, and it is not the same. */
function isAboutOtherDeed({ older, newer }: Pair): boolean {
  const code = newer.table?.code;
  if (code !== undefined && code !== 'en') {
    const [banned, allowed] = [readDeeds(older.text, code), readDeeds(newer.text, code)];
    if (doing.some((name) => hasDeed(banned, name) && hasDeed(allowed, name))) return false;
  }
  const [before, after] = [actsOf(older), actsOf(newer)];
  return after.size > 0 && before.size > 0 && ![...after].some((act) => before.has(act));
}

/**
 * True where a word allows something. "You need not" only ends what had to be done, and allows nothing that was forbidden. "Run the
 * tests now" does what a rule asks for, and so ends none: what had to be done is over by a word that ends it.
 */
function allowsIn(newer: Reading, forbids: boolean): boolean {
  const may = newer.signs.filter(({ kinds }) => kinds.includes(kind('may')));
  if (may.some(({ kinds }) => !forbids || !kinds.includes(kind('no')))) return true;
  const kinds = kindsOf(newer);
  const goes = (['go', 'yes'] as const).some((name) => kinds.has(kind(name)));
  return !forbids && goes && (['without', 'stop'] as const).some((name) => kinds.has(kind(name)));
}

/** How many topics two texts have in common. Where words are not divided, one pair of letters alone is no word. */
function commonTopics({ newer }: Pair, topics: number): number {
  return newer.table?.spaced === false && topics === 1 ? 0 : topics;
}

/** Words by which something is said to be over, or not to be done. */
const ending = (['without', 'stop', 'not', 'never', 'no', 'forbid'] as KindName[]).map(kind);

/** "You can stop asking" and "you need not": nothing of what was forbidden is allowed by it. */
function onlyEndsAsking({ older, newer }: Pair): boolean {
  const [before, after] = [kindsOf(older), kindsOf(newer)];
  if (before.has(kind('ask')) || before.has(kind('before'))) return false;
  return after.has(kind('ask')) || after.has(kind('stop'));
}

/**
 * Whether a user's later words lift an older rule, or narrow it to a part; undefined where it still holds, or where
 * that is not plain.
 */
export function liftOf(newer: string, older: string): 'lifted' | 'narrowed' | undefined {
  if (newer.length > 600 || /[?\uff1f\u061f]\s*$/.test(newer)) return undefined;
  const own = ownSentences(newer);
  if (own.length === 0) return undefined;
  const text = own.map((one) => one.text).join('\n');
  const isWhole = text.replace(/\s+/g, '') === newer.replace(/\s+/g, '');
  const pair = readPair(older, isWhole ? newer : text);
  const kinds = kindsOf(pair.newer);
  if (kinds.size === 0) return undefined;
  if (stillForbids(pair.newer, pair.older) || reported(newer)) return undefined;
  const needless = isNeedless(newer);
  if (needless && endsAsking(pair, newer)) {
    // "Before you push to staging" is about a part.
    const isPart = namesMore(pair, newer);
    return isPart || limiting.some((one) => kinds.has(one)) ? 'narrowed' : 'lifted';
  }
  // What need not be done is not allowed by that.
  if (needless && deniesIn(pair.older)) return undefined;
  const { topics: shared, more, names, others } = commonGround(pair.older, pair.newer);
  const topics = commonTopics(pair, shared);
  if (others && !isScope(pair.older)) return undefined;
  const { deeds, many } = knownDeeds(pair, newer);
  // "You can delete the flaky test" is about one of the tests.
  const partly = limiting.some((one) => kinds.has(one)) || (many && more > 0);
  if (deeds === 'part') return 'narrowed';
  if (deeds === 'opens') return partly ? 'narrowed' : 'lifted';
  const opens = opensAll(pair.older, pair.newer);
  if (topics + names === 0 && !opens) return undefined;
  const forbids = denying.some((one) => kindsOf(pair.older).has(one));
  const allows = allowsIn(pair.newer, forbids);
  // Without a word that allows, only what an obligation asked for can be said to be over.
  if (!allows && (forbids || binding.some((one) => kinds.has(one)))) return undefined;
  if (!allows && !needless && !ending.some((one) => kinds.has(one))) return undefined;
  const least = needless ? enough : topics + names === 0 || !allows ? surer : sure;
  if (liftScore(pair) < least) return undefined;
  if (!opens && (isAboutOtherDeed(pair) || onlyEndsAsking(pair))) return undefined;
  // What is done about it is not known: both are shown, and the rule holds on.
  const unclear = forbids && deeds === 'others' && actsOf(pair.newer).size === 0;
  return partly || unclear ? 'narrowed' : 'lifted';
}
