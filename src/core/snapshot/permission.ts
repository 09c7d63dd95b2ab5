import { topicsOf } from '../words/context.ts';
import { isReported } from '../words/deed-signs.ts';
import { type KindName, kind, topicNames } from '../words/kinds.ts';
import { commonGround, liftScore, readPair } from '../words/lift.ts';
import { kindsOf, type Reading } from '../words/reading.ts';
import { remembered } from '../words/remembered.ts';

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

const reported = remembered(isReported);
const denying = (['not', 'never', 'forbid'] as KindName[]).map(kind);
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
  if (stillForbids(pair.newer, pair.older) || reported(newer)) return undefined;
  const partly = (['only', 'but', 'if', 'once'] as const).some((name) => kinds.has(kind(name)));
  return partly ? 'narrowed' : 'lifted';
}
