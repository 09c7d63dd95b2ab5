import { kind } from '../words/kinds.ts';
import { commonGround, liftScore, readPair } from '../words/lift.ts';
import { kindsOf } from '../words/reading.ts';

/** How sure it must be that a rule is lifted: one that holds on costs a question, one that is lost costs work. */
const sure = 0.8;

/**
 * Whether a user's later words lift an older rule, or narrow it to a part; undefined where it still holds, or where
 * that is not plain.
 */
export function liftOf(newer: string, older: string): 'lifted' | 'narrowed' | undefined {
  if (newer.length > 600 || /[?\uff1f\u061f]\s*$/.test(newer)) return undefined;
  const pair = readPair(older, newer);
  const kinds = kindsOf(pair.newer);
  if (kinds.size === 0) return undefined;
  const { topics, names } = commonGround(pair.older, pair.newer);
  if (topics + names === 0 || liftScore(pair) < sure) return undefined;
  const partly = (['only', 'but', 'if', 'once'] as const).some((name) => kinds.has(kind(name)));
  return partly ? 'narrowed' : 'lifted';
}
