import { askedSentence } from '../snapshot/question-text.ts';
import { isNegated } from './asked.ts';
import { agreesToBefore, hidesNo, onlyThanks } from './doubt.ts';
import { ordersAsked, withoutReason } from './echo.ts';
import { type Features, put, signFeatures } from './features.ts';
import { hinders } from './hinders.ts';
import { type KindName, kind, kindNames } from './kinds.ts';
import { score, sizes } from './model.ts';
import { type Reading, read, readAs } from './reading.ts';
import { type Table, tableOf } from './tables.ts';

/**
 * The tables by which an answer is read: that of the language of both, the next best where that is unsure, the
 * answer's own where it is another; then English, which everybody mixes in.
 */
export function replyTables(question: string, answer: string): Table[] {
  const { guesses } = read(`${question.slice(-600)}\n${answer.slice(0, 300)}`);
  const [best, second] = guesses;
  const tables: Table[] = [];
  if (best !== undefined && best.score > 0) tables.push(tableOf(best.code));
  if (
    best !== undefined &&
    second !== undefined &&
    second.score > 0 &&
    best.score < second.score + 1
  )
    tables.push(tableOf(second.code));
  const own = read(answer.slice(0, 300));
  // Short answers are given in whatever language; longer ones say which by themselves.
  if (own.table !== undefined && (own.words.length < 4 || !own.unsure)) tables.push(own.table);
  tables.push(tableOf('en'));
  return [...new Set(tables)];
}

/** Letters of an answer that are looked at; a longer one is no plain yes. */
export const longest = 200;

const plainly: readonly KindName[] = [
  'yes',
  'nod',
  'go',
  'good',
  'fill',
  'please',
  'thanks',
  'you',
  'it',
];
const loosely: readonly KindName[] = [...plainly, 'act', 'i', 'may', 'done', 'be'];

/** How much of an answer is known: by signs that agree or fill, or as words of the question. */
export interface Known {
  /** The share by signs that say nothing else. */
  plain: number;
  /** The share by any sign that goes with a yes. */
  loose: number;
  /** True where a word agrees. The question's own words said again may as well refuse. */
  agrees: boolean;
}

export function knownIn(reading: Reading, question: Reading): Known {
  const spaced = reading.table?.spaced !== false;
  const total = spaced ? reading.words.length : reading.plain.length;
  const plain = new Set<number>();
  const loose = new Set<number>();
  let agrees = false;
  for (const sign of reading.signs) {
    const names = sign.kinds.map((one) => kindNames[one]!);
    const places = Array.from({ length: sign.length }, (_, index) => sign.at + index);
    if (names.some((name) => plainly.includes(name)))
      for (const at of places) plain.add(at).add(-1);
    if (names.some((name) => loosely.includes(name))) for (const at of places) loose.add(at);
    if (names.some((name) => name === 'yes' || name === 'nod' || name === 'go')) agrees = true;
  }
  plain.delete(-1);
  if (spaced) {
    const asked = new Set(question.words.map((word) => word.text.slice(0, 4)));
    reading.words.forEach((word, at) => {
      const echo = asked.has(word.text.slice(0, 4));
      if (echo || /^x(?:code|path|url)$/.test(word.text)) {
        plain.add(at);
        loose.add(at);
      }
    });
  } else {
    for (let at = 0; at < total; at += 1)
      if (!/[\p{L}\p{N}]/u.test(reading.plain[at]!)) {
        plain.add(at);
        loose.add(at);
      }
    for (let at = 0; at + 2 <= total; at += 1)
      if (
        question.plain.includes(reading.plain.slice(at, at + 2)) &&
        /^[\p{L}\p{N}]{2}$/u.test(reading.plain.slice(at, at + 2))
      ) {
        plain.add(at).add(at + 1);
        loose.add(at).add(at + 1);
      }
  }
  return {
    plain: total === 0 ? 0 : plain.size / total,
    loose: total === 0 ? 0 : loose.size / total,
    agrees,
  };
}

/** Where a clause ends; in Thai at a space. */
const clauseEnd = /[,;:\uff0c\u3001\uff1b\uff1a\u060c]|(?<=[\u0e01-\u0e5b])\s(?=[\u0e01-\u0e5b])/;

/** The last clause of a question, and what stands before it: what was found, or the reason to ask. */
function partsOf(question: string): { asked: string; before: string } {
  const sentence = askedSentence(question);
  const last = sentence.split(clauseEnd).at(-1)!.trim();
  const asked = last.length < 6 ? sentence : last;
  return { asked, before: question.slice(0, Math.max(0, question.lastIndexOf(asked))).slice(-600) };
}

/** What speaks for an answer that approves. */
export function replyFeatures(question: string, answer: string, table: Table): Features {
  const features: Features = new Map();
  const reading = readAs(answer, table, longest);
  const known = knownIn(reading, readAs(askedSentence(question), table, 600));
  const share = known.loose;
  signFeatures(reading, sizes.reply, features);
  const much = share >= 0.99 ? 'all' : share > 0.74 ? 'most' : share > 0.49 ? 'half' : 'little';
  put(features, sizes.reply, `known ${much}`);
  put(features, sizes.reply, 'known', share);
  put(features, sizes.reply, `agrees ${known.agrees}`);
  if (known.plain > 0.99) put(features, sizes.reply, 'plain');
  return features;
}

const harmless = (['yes', 'go', 'nod', 'thanks', 'please'] as KindName[]).map(kind);

/** True for an answer with words that make a yes wait, hold for a part, or not be one. */
export function isHindered(reading: Reading): boolean {
  if (/[?\uff1f\u061f(\uff08\u2026]|\.\.\./.test(reading.text)) return true;
  return reading.signs.some(
    (sign) =>
      sign.kinds.some((one) => hinders.includes(one)) &&
      !sign.kinds.some((one) => harmless.includes(one)),
  );
}

const thumbs = /^(?:\s|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\+1)*$/u;
const up = /[\u{1f44d}\u{1f44c}\u2705\u{1f197}]|^\s*\+1\s*$/u;

/** True for an answer that approves what a question asks that yes or no can answer. In doubt it does not. */
export function approves(question: string, answer: string): boolean {
  if (answer.length > longest) return false;
  if (thumbs.test(answer)) return up.test(answer);
  const tables = replyTables(question, answer);
  const readings = tables.map((table) => readAs(answer, table, longest));
  const { asked, before } = partsOf(question);
  const sentence = askedSentence(question);
  const sentences = tables.map((table) => readAs(sentence, table, 600));
  const knowns = readings.map((reading, at) => knownIn(reading, sentences[at]!));
  // Where the likeliest language knows each word as agreeing, what the words mean in others does not count.
  const judged = knowns[0]!.plain > 0.99 ? 1 : Math.max(1, readings.length - 1);
  if (onlyThanks(readings[0]!) || readings.slice(0, judged).some(isHindered)) return false;
  if (readings.slice(0, judged).some((reading, at) => hidesNo(reading, sentences[at]!)))
    return false;
  if (agreesToBefore(readings[0]!, readAs(asked, tables[0], 600), readAs(before, tables[0], 600)))
    return false;
  if (ordersIt(question, answer, tables[0]!)) return true;
  const plain = Math.max(...knowns.map((known) => known.plain));
  const loose = Math.max(...knowns.map((known) => known.loose));
  const most = Math.max(
    ...tables.map((table) => score('reply', replyFeatures(question, answer, table))),
  );
  if (!knowns.some(({ agrees }) => agrees)) return false;
  const short = readings[0]!.words.length <= 4 && readings[0]!.table?.spaced !== false;
  return (
    (most > 0 && plain > 0.99) ||
    (most > 1.5 && loose > 0.75) ||
    (most > 1.8 && short && loose >= 0.5)
  );
}

/** True for an answer all of which orders what is asked, in the question's own word, with or without a reason behind it. */
function ordersIt(question: string, answer: string, table: Table): boolean {
  const order = withoutReason(answer, table);
  const reading = readAs(order, table, longest);
  const asked = readAs(partsOf(question).asked, table, 600);
  if (isNegated(asked) || !ordersAsked(reading, asked)) return false;
  const known = knownIn(reading, readAs(askedSentence(question), table, 600));
  return known.loose > 0.99 && score('reply', replyFeatures(question, order, table)) > 0;
}

/** True for an answer that refuses: it begins with a word that does, and nothing says that it only waits. */
export function refuses(question: string, answer: string): boolean {
  const head = answer.slice(0, longest);
  return replyTables(question, head).some((table) => {
    const { signs } = readAs(head, table, longest);
    const first = signs.find(({ at }) => at === 0);
    if (first === undefined || !first.kinds.includes(kind('no'))) return false;
    const unsure = (['maybe', 'yes', 'nod'] as const).some((name) =>
      first.kinds.includes(kind(name)),
    );
    return !unsure;
  });
}
