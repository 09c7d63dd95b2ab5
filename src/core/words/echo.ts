import { type KindName, kind } from './kinds.ts';
import type { Reading } from './reading.ts';
import type { Table } from './tables.ts';

const kindsOfWord = (table: Table, word: string): readonly number[] =>
  table.entries.get(word)?.find((entry) => entry.words.length === 1)?.kinds ?? [];

const has = (kinds: readonly number[], ...names: KindName[]): boolean =>
  names.some((name) => kinds.includes(kind(name)));

/** Words from the one that asks to the one for who acts. */
const mostBetween = 3;

/**
 * The word for what the agent asks to do: the first behind "shall I", "do you want me to" or their like, in languages that put
 * it there; undefined where it asks something else.
 */
function askedVerb({ signs, words, table }: Reading): string | undefined {
  if (table === undefined || !table.spaced) return undefined;
  const asks = signs.find(({ kinds }) => has(kinds, 'shall'));
  if (asks === undefined) return undefined;
  const own = words.findIndex(
    ({ text }, at) =>
      at >= asks.at &&
      at < asks.at + asks.length + mostBetween &&
      has(kindsOfWord(table, text), 'i', 'we'),
  );
  if (own < 0) return undefined;
  const rest = words.slice(Math.max(own + 1, asks.at + asks.length));
  return rest.find(({ text }) => !has(kindsOfWord(table, text), 'fill', 'now', 'i', 'we'))?.text;
}

/** What may stand before the word for what is asked in an answer that orders it: "yes", "please", "you can". */
const leading: readonly KindName[] = ['yes', 'nod', 'go', 'please', 'may', 'you', 'thanks'];

/** True for an answer that orders what the question asks to do, in its own word: "drop it" to "Should I drop the column?". */
export function ordersAsked(answer: Reading, asked: Reading): boolean {
  const verb = askedVerb(asked);
  if (verb === undefined || answer.table?.code !== asked.table?.code) return false;
  const at = answer.words.findIndex(({ text }) => text === verb);
  if (at < 0) return false;
  return answer.words
    .slice(0, at)
    .every((_, before) =>
      answer.signs.some(
        (sign) =>
          sign.at <= before && before < sign.at + sign.length && has(sign.kinds, ...leading),
      ),
    );
}

/**
 * The part of an answer that orders, where a reason with a subject of its own stands behind it: "drop it" of "drop it, I have a
 * backup". The whole answer where it has no such reason.
 */
export function withoutReason(answer: string, table: Table): string {
  const at = answer.lastIndexOf(', ');
  const first = /^, +([\p{L}\p{M}']+)/u.exec(answer.slice(at, at + 40).toLowerCase())?.[1] ?? '';
  return at > 0 && has(kindsOfWord(table, first), 'it', 'i', 'we') ? answer.slice(0, at) : answer;
}
