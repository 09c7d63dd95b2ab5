import { sharedParts } from '../snapshot/naming-parts.ts';
import { isEither, isOpenEnded } from './asked.ts';
import { kind } from './kinds.ts';
import { readAs } from './reading.ts';
import type { Table } from './tables.ts';

const mark = /[?\uff1f\u061f]/;
/** The end of a text in which questions that belong together are looked for, and how many sentences of it. */
const looked = 1500;
const most = 12;

function sentencesOf(text: string): string[] {
  return text
    .slice(-looked)
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .split(/(?<=[.!?\u061f\u0964])\s+|(?<=[\uff1f\u3002\uff01])\s*|\n+/)
    .filter((part) => part.trim() !== '')
    .slice(-most);
}

/**
 * True where an agent asks what no yes answers besides what a yes would answer, and the answer takes up neither: "Redis or memcached?
 * And shall I push?" with a bare "yes". A question that the agent answered itself does not count.
 *
 * @param question the agent's text that asks
 * @param answer what the user said next
 * @param tables the tables of the languages that both may be in
 */
export function asksBesides(question: string, answer: string, tables: readonly Table[]): boolean {
  const sentences = sentencesOf(question);
  const last = sentences.findLastIndex((one) => mark.test(one));
  if (last < 1) return false;
  const besides = sentences.slice(0, last).filter((one, at) => {
    if (!mark.test(one)) return false;
    const isNext = mark.test(sentences[at + 1]!);
    return tables.some((table) => {
      const reading = readAs(one, table, 600);
      const asksUser = reading.signs.some(({ kinds }) => kinds.includes(kind('shall')));
      return (isNext || asksUser) && (isEither(reading) || isOpenEnded(reading));
    });
  });
  return besides.length > 0 && sharedParts(sentences[last]!, answer) === 0;
}
