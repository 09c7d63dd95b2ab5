import { topicsOf } from '../words/context.ts';
import { kind, topicNames } from '../words/kinds.ts';
import { commonGround, liftScore, readPair } from '../words/lift.ts';
import { kindsOf, type Reading } from '../words/reading.ts';

/** How sure it must be that a rule is lifted: one that holds on costs a question, one that is lost costs work. */
const sure = 0.8;

/** The same where nothing that the rule is about is said again, or no word allows something. */
const surer = 1.5;

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

/**
 * Whether a user's later words lift an older rule, or narrow it to a part; undefined where it still holds, or where
 * that is not plain.
 */
export function liftOf(newer: string, older: string): 'lifted' | 'narrowed' | undefined {
  if (newer.length > 600 || /[?\uff1f\u061f]\s*$/.test(newer)) return undefined;
  const pair = readPair(older, newer);
  const kinds = kindsOf(pair.newer);
  if (kinds.size === 0) return undefined;
  const { topics, names, others } = commonGround(pair.older, pair.newer);
  const opens = opensAll(pair.older, pair.newer);
  if ((topics + names === 0 && !opens) || (others && !isScope(pair.older))) return undefined;
  const allows = (['may', 'go', 'yes'] as const).some((name) => kinds.has(kind(name)));
  if (liftScore(pair) < (topics + names === 0 || !allows ? surer : sure)) return undefined;
  const partly = (['only', 'but', 'if', 'once'] as const).some((name) => kinds.has(kind(name)));
  return partly ? 'narrowed' : 'lifted';
}
