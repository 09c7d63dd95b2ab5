import { onShort } from '../bounded-match.ts';
import { sentencesOf } from '../snapshot/sentences.ts';
import { type KindName, kind } from '../words/kinds.ts';
import { read } from '../words/reading.ts';

/** What may stand on lines before a permission: one short sentence besides thanks and praise. */
const longestBefore = 90;
/** Sentences that may follow it on later lines; more of them may be a text that was pasted whole. */
const mostBehind = 4;

const agreeing = (
  ['yes', 'nod', 'thanks', 'good', 'go', 'please', 'fill', 'it', 'be', 'done'] as KindName[]
).map(kind);
const isList = /^\s{0,12}(?:[-*\u2022]|\d{1,3}[.)])\s/;
const endMark = /[.!?\u2026:;)\u3002\uff01\uff1f\uff1a\u0964\u061f]["'*_]{0,3}$/;
/** How a letter is signed, where a name or nothing follows. */
const closing = onShort(
  /(?:^|[.!]\s{1,4})(?:(?:(?:best|kind|warm|many)(?: (?:regards|wishes))?|regards|sincerely|cheers|yours(?: \w{3,10})?|all the best|vg|lg|mfg|(?:viele |liebe |beste |sch\u00f6ne |mit freundlichen )?gr(?:\u00fc\u00dfen?|\u00fcssen?|u\u00df|uss)|cordialement|bien \u00e0 (?:toi|vous)|saludos|un saludo|atentamente|(?:cordiali |un )?saluti|abra\u00e7os?|atenciosamente|(?:met vriendelijke )?groet(?:en|jes)?|(?:z powa\u017caniem|pozdrawiam)|s pozdravem|(?:\u0441 \u0443\u0432\u0430\u0436\u0435\u043d\u0438\u0435\u043c|\u0437 \u043f\u043e\u0432\u0430\u0433\u043e\u044e)|(?:med v\u00e4nliga )?h\u00e4lsningar|mvh|(?:med venlig |vennlig )?hilsen|terveisin|t|sayg\u0131lar(?:\u0131mla)?|salam|tr\u00e2n tr\u1ecdng|th\u00e2n)(?:[,!\s]{1,3}\p{Lu}[\p{L}.]{0,20}(?: \p{Lu}[\p{L}.]{0,20})?|[,!]?)[.!]?\s*$)/iu,
  200,
);
const closingWithoutBlanks = onShort(
  /(?:\u6b64\u81f4|\u656c\u4e0a|\u656c\u5177|\u795d\u597d|\u987a\u9882|\u9806\u980c|\u8b39\u555f|\u4ee5\u4e0a\u3001\u3088\u308d\u3057\u304f|\ub4dc\ub9bc|\uc62c\ub9bc|\u0e14\u0e49\u0e27\u0e22\u0e04\u0e27\u0e32\u0e21\u0e40\u0e04\u0e32\u0e23\u0e1e|\u0645\u0639 \u0627\u0644\u062a\u062d\u064a\u0629|\u05d1\u05d1\u05e8\u05db\u05d4|\u0938\u093e\u0926\u0930)[\s,\u3002.\uff0c]{0,3}(?:\S{1,20})?\s*$/,
  60,
);
/** A name and a time of the day, as chats put before what somebody wrote. */
const stamp = /(?:^|[\s[(])\d{1,2}:\d{2}(?::\d{2})?(?:[\s\])]|$)/;

/**
 * True for a text that may be a letter, or a piece of a chat, that was pasted: it greets somebody on a line of its own, is signed,
 * or tells the time of what was written.
 *
 * @param text a message, what is fenced left out
 */
export function isLetter(text: string): boolean {
  const lines = linesOf(text);
  const last = lines.at(-1) ?? '';
  if (closing.test(last.slice(-200)) || closingWithoutBlanks.test(last.slice(-60))) return true;
  if (lines.length < 2) return false;
  if (lines.some(isGreeting)) return true;
  if (lines.some((line) => line.length < 60 && stamp.test(line))) return true;
  return isName(last);
}

/**
 * True where others may have said what begins at a place of a text of several lines: more than a few words stand on the lines before
 * it, or much on the lines behind it.
 */
export function othersMayHaveSaid(text: string, at: number): boolean {
  const start = text.lastIndexOf('\n', at) + 1;
  const end = text.indexOf('\n', at);
  const told = linesOf(text.slice(0, start))
    .flatMap((line) => sentencesOf(line))
    .filter((one) => !agrees(one.text));
  if (told.length > 1 || told.some((one) => one.text.length > longestBefore)) return true;
  if (end < 0) return false;
  const behind = linesOf(text.slice(end)).filter((line) => !isList.test(line));
  return behind.flatMap((line) => sentencesOf(line)).length > mostBehind;
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** A short line that ends in a comma: somebody is addressed, or signs below it. */
function isGreeting(line: string): boolean {
  return /[,\uff0c\u060c\u3001]$/.test(line) && line.length < 50 && line.split(/\s+/).length <= 5;
}

/** A name by which a letter is signed: hardly a sentence, and no thanks to the agent. */
function isName(line: string): boolean {
  if (line.length > 40 || endMark.test(line) || isList.test(line) || agrees(line)) return false;
  const words = line.replace(/^[-\u2013\u2014~\s]+/, '').split(/\s+/);
  const dashed = /^(?:--|[\u2013\u2014~])\s?\S/.test(line);
  if (/[^\0-\u024f\u0400-\u04ff\u1e00-\u1eff]/.test(line)) return dashed || line.length <= 6;
  return words.length <= 3 && (dashed || words.every((word) => /^\p{Lu}[\p{L}.'-]*$/u.test(word)));
}

/** True for words that only agree, praise or thank. */
function agrees(text: string): boolean {
  const { signs, words, plain, table } = read(text.slice(0, 200));
  const isSpaced = table?.spaced !== false;
  const known = new Set<number>();
  for (const { at, length, kinds } of signs)
    if (kinds.some((one) => agreeing.includes(one)))
      for (let place = at; place < at + length; place += 1) known.add(place);
  const total = isSpaced
    ? words.map((_, at) => at)
    : [...plain].flatMap((letter, at) => (/[\p{L}\p{N}]/u.test(letter) ? [at] : []));
  return total.length > 0 && total.every((at) => known.has(at));
}
