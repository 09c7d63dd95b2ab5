import { askedSentence } from '../snapshot/question-text.ts';
import { isEither, isOpenEnded, listsOptions } from './asked.ts';
import { type KindName, kind } from './kinds.ts';
import { type Reading, readAs } from './reading.ts';
import { knownIn, longest, replyTables } from './reply.ts';
import { asksBesides } from './several.ts';

/** How an answer leaves a question open: it asks back, or agrees where a yes is no answer. */
export type LeftOpen = 'asked back' | 'unsure';

const mark = /[?\uff1f\u061f][\s"')\]*_!.]{0,6}$/;
const longestBack = 80;
const mostWords = 8;

/**
 * Whether words of the user behind a question leave it open: a bare question of their own ("Why?"), or a bare "go on" to a question
 * that offers one thing or another; undefined for anything else.
 *
 * @param question the agent's question
 * @param answer what the user said next
 */
export function leftOpen(question: string, answer: string): LeftOpen | undefined {
  const text = answer.trim();
  if (text === '' || text.length > longest || text.includes('\n')) return undefined;
  const tables = replyTables(question, text);
  const readings = tables.map((table) => readAs(text, table, longest));
  if (asksBack(text, readings)) return 'asked back';
  const sentence = askedSentence(question);
  const asked = tables.map((table) => readAs(sentence, table, 600));
  const own = asked.length > 1 ? asked.slice(0, -1) : asked;
  const besides = () =>
    asksBesides(question, text, tables.length > 1 ? tables.slice(0, -1) : tables);
  if (
    !listsOptions(question) &&
    !own.some((one) => isEither(one) || isOpenEnded(one)) &&
    !besides()
  )
    return undefined;
  const nothing = readAs('', tables[0], 1);
  const isBare = readings.some((reading) => {
    const known = knownIn(reading, nothing);
    return known.plain > 0.99 && known.agrees;
  });
  return isBare ? 'unsure' : undefined;
}

const has = (kinds: readonly number[], name: KindName): boolean => kinds.includes(kind(name));

/** A short question, and nothing else: asked with a word for what, why or how, or of a word or two. */
function asksBack(text: string, readings: readonly Reading[]): boolean {
  if (text.length > longestBack || /[.!\u3002\uff01]\s+\S/.test(text)) return false;
  const [first] = readings;
  if (first === undefined || first.words.length > mostWords) return false;
  const isShort = first.table?.spaced === false ? text.length <= 8 : first.words.length <= 2;
  const asks = readings.some((one) => one.signs.some(({ kinds }) => has(kinds, 'why')));
  if (mark.test(text)) return asks || isShort;
  return (
    isShort &&
    readings.some((one) => one.signs.some((sign) => sign.at === 0 && has(sign.kinds, 'why')))
  );
}
