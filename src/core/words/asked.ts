import { type KindName, kind } from './kinds.ts';
import type { Reading } from './reading.ts';

const has = (kinds: readonly number[], name: KindName): boolean => kinds.includes(kind(name));
/** Languages that leave the word that asks where the answer would stand. */
const inPlace = new Set(['ja', 'ko', 'th', 'vi', 'tr', 'hi', 'zh-Hans', 'zh-Hant']);

/** True for a question that neither yes nor no answers. */
export function isOpenEnded(reading: Reading): boolean {
  const { signs, table } = reading;
  if (table !== undefined && inPlace.has(table.code))
    return signs.some(({ at, kinds }) => has(kinds, 'why') && !(at === 0 && has(kinds, 'whether')));
  const first = signs.find(
    ({ kinds }) => has(kinds, 'why') || has(kinds, 'shall') || has(kinds, 'whether'),
  );
  return first !== undefined && has(first.kinds, 'why') && !has(first.kinds, 'whether');
}

/** True for a question that offers one thing or another. */
export function isEither(reading: Reading): boolean {
  const again = reading.table?.twice ?? [];
  const count = (one: string): number =>
    reading.table!.spaced
      ? reading.words.filter((word) => word.text === one).length
      : reading.plain.split(one).length - 1;
  const times = again.reduce((sum, one) => sum + count(one), 0);
  if (times >= 2) return true;
  return reading.signs.some(
    ({ at, kinds }) =>
      has(kinds, 'or') &&
      !has(kinds, 'ornot') &&
      (at > 0 || (!has(kinds, 'shall') && !has(kinds, 'whether'))),
  );
}

/** True for a text that lists what it offers. */
export function listsOptions(text: string): boolean {
  return (text.match(/^[ \t]{0,8}(?:[-*\u2022]|\(?[1-9a-d][.)])\s/gim) ?? []).length >= 2;
}

/** True for a question to which yes means the one as well as the other. */
export function isNegated(reading: Reading): boolean {
  if (/n't\b|\b(?:anything|everything|all) but\b/.test(reading.plain)) return true;
  return reading.signs.some(
    ({ kinds }) =>
      (has(kinds, 'not') || has(kinds, 'never')) &&
      !has(kinds, 'shall') &&
      !has(kinds, 'ornot') &&
      !has(kinds, 'whether'),
  );
}
