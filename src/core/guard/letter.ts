import { onShort } from '../bounded-match.ts';
import { sentencesOf } from '../snapshot/sentences.ts';
import { type KindName, kind } from '../words/kinds.ts';
import { read } from '../words/reading.ts';

/** A sentence that stands on a line before a permission, and is none of thanks and praise, is no longer than that. */
const longestBefore = 90;
/** Sentences that may follow on later lines. */
const mostBehind = 4;
/** Sentences besides a permission that tell something, in a text of several lines and in one of a single line. */
const mostTold = { several: 1, single: 2 };

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
/** Words that greet, at the beginning of a text, where whom they greet follows. */
const greeting = onShort(
  /^\s{0,20}(?:hi|hello|hey|dear|good (?:morning|evening|afternoon)|hallo|moin|liebe[rs]?|guten (?:morgen|tag|abend)|bonjour|salut|ch(?:er|\u00e8re)s?|hola|buen(?:os|as) (?:d\u00edas|tardes)|querid[oa]s?|estimad[oa]s?|ol\u00e1|oi|bom dia|boa tarde|ciao|buongiorno|car[oaie]|hoi|beste|goedemorgen|hej|hejsan|k\u00e4ra|k\u00e6re|kj\u00e6re|hei|moi|huomenta|cze\u015b\u0107|dzie\u0144 dobry|drog[ia]|ahoj|dobr\u00fd den|mil\u00fd|mil\u00e1|\u043f\u0440\u0438\u0432\u0435\u0442|\u0437\u0434\u0440\u0430\u0432\u0441\u0442\u0432\u0443\u0439(?:\u0442\u0435)?|\u0434\u043e\u0431\u0440\u044b\u0439 \u0434\u0435\u043d\u044c|\u0443\u0432\u0430\u0436\u0430\u0435\u043c(?:\u044b\u0439|\u0430\u044f|\u044b\u0435)|\u043f\u0440\u0438\u0432\u0456\u0442|\u0434\u043e\u0431\u0440\u043e\u0433\u043e \u0434\u043d\u044f|\u0448\u0430\u043d\u043e\u0432\u043d(?:\u0438\u0439|\u0430|\u0456)|merhaba|selam|say\u0131n|halo|hai|ch\u00e0o|k\u00ednh g\u1eedi) (?:(?:mr|mrs|ms|dr|herr|frau|pan[ieo]?|bay|bapak|pak|ibu|bu|anh|ch\u1ecb)\.? )?(?:(?:\u00e0 |a |@)?(?:all|team|everyone|everybody|folks|guys|both|there|zusammen|alle|tous|toutes|todos|todas|tutti|allemaal|iedereen|alla|kaikki|wszystkim|wszyscy|v\u0161em|v\u0161ichni|\u0432\u0441\u0435\u043c|\u0432\u0441\u0456\u043c|\u043a\u043e\u043b\u043b\u0435\u0433\u0438|\u043a\u043e\u043b\u0435\u0433\u0438|herkese|arkada\u015flar|semua|tim|m\u1ecdi ng\u01b0\u1eddi|c\u1ea3 nh\u00e0)(?: (?:all|team))?)\s?[,!.:\u2013-]/iu,
  160,
);
/** The same with a name, which a capital letter tells. */
const greetedName = onShort(
  /^\s{0,20}[\p{Lu}\p{Ll}][\p{L}]{1,20}(?: [\p{L}]{2,6}\.?)?,? (?!(?:O[Kk]|Okay|Yes|Sure|Ja|Oui|S\u00ed?|Si|\u0414\u0430|\u0422\u0430\u043a)[,!])@?\p{Lu}[\p{L}-]{1,20}(?: \p{Lu}[\p{L}-]{1,20})?\s?[,!:\u2013-]\s/u,
  160,
);
const greetsWith =
  /^\s{0,20}(?:hi|hello|hey|dear|hallo|moin|liebe[rs]?|guten|bonjour|salut|cher|ch\u00e8re|hola|querid[oa]|estimad[oa]|ol\u00e1|oi|ciao|buongiorno|car[oa]|hoi|beste|hej|k\u00e4ra|k\u00e6re|kj\u00e6re|hei|moi|cze\u015b\u0107|drog[ia]|ahoj|mil\u00fd|mil\u00e1|\u043f\u0440\u0438\u0432\u0435\u0442|\u0437\u0434\u0440\u0430\u0432\u0441\u0442\u0432\u0443\u0439(?:\u0442\u0435)?|\u0443\u0432\u0430\u0436\u0430\u0435\u043c(?:\u044b\u0439|\u0430\u044f)|\u043f\u0440\u0438\u0432\u0456\u0442|\u0448\u0430\u043d\u043e\u0432\u043d(?:\u0438\u0439|\u0430)|merhaba|selam|say\u0131n|halo|hai|ch\u00e0o),? /iu;
/** Greetings of languages without capital letters, with whom they greet. */
const greetingElsewhere =
  /^\s{0,20}(?:(?:\u5927\u5bb6|\u5404\u4f4d|\u540c\u4e8b\u4eec|\u540c\u4e8b\u5011)(?:\u597d|\u65e9)?[\uff0c,\uff01!\u3002]|\S{1,6}(?:\u69d8|\u3055\u3093|\u541b)[\u3001\uff0c,]|\u7686(?:\u3055\u3093|\u69d8)|\S{1,6}\ub2d8[,!]|(?:\ubaa8\ub450|\uc5ec\ub7ec\ubd84) ?|\u0645\u0631\u062d\u0628\u0627 (?:\u064a\u0627 )?\S{2,12}[\u060c,]|(?:\u0627\u0644\u0633\u0644\u0627\u0645 \u0639\u0644\u064a\u0643\u0645|\u05e9\u05dc\u05d5\u05dd \u05dc\u05db\u05d5\u05dc\u05dd)|(?:\u05e9\u05dc\u05d5\u05dd|\u05d4\u05d9\u05d9) \S{2,12},|\u0928\u092e\u0938\u094d\u0924\u0947 \S{2,14},|\u0e40\u0e23\u0e35\u0e22\u0e19|\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35(?:\u0e17\u0e38\u0e01\u0e04\u0e19|\u0e04\u0e38\u0e13))/;
/** Thanks or a dash, and a name, where a text ends: "Thanks, Anna", "- Bob". */
const signedAtEnd =
  /[.!\u2026\u3002]\s{1,3}(?:(?:thanks|thank you|thx|best|danke|merci|gracias|obrigad[oa]|grazie|bedankt|tack|takk|tak|kiitos|dzi\u0119ki|d\u00edky|d\u011bkuji|\u0441\u043f\u0430\u0441\u0438\u0431\u043e|\u0434\u044f\u043a\u0443\u044e|te\u015fekk\u00fcrler|terima kasih|c\u1ea3m \u01a1n),? |[-\u2013\u2014~/]{1,2} ?)@?(\p{L}[\p{L}-]{1,20})(?: \p{L}[\p{L}.-]{0,20})?\.?\s{0,5}$/iu;
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
  if (isSigned(last.slice(-120)) || greets(text.slice(0, 160))) return true;
  if (lines.length < 2) return false;
  if (lines.some(isGreeting)) return true;
  if (lines.some((line) => line.length < 60 && stamp.test(line))) return true;
  return isName(last);
}

function isSigned(end: string): boolean {
  return /^\p{Lu}/u.test(signedAtEnd.exec(end)?.[1] ?? '');
}

function greets(start: string): boolean {
  return (
    greeting.test(start) ||
    greetingElsewhere.test(start) ||
    (greetsWith.test(start) && greetedName.test(start))
  );
}

/**
 * True where others may have said what begins at a place of a text: more is told around it than a few words that a person says
 * beside a permission. Thanks, orders to the agent and lists do not count.
 *
 * @param text a message, what is fenced left out
 * @param at where the sentence begins
 */
export function othersMayHaveSaid(text: string, at: number): boolean {
  const isSeveral = linesOf(text).length > 1;
  const start = text.lastIndexOf('\n', at) + 1;
  const end = text.indexOf('\n', at);
  const before = toldIn(text.slice(0, start));
  const behind = end < 0 ? [] : sentencesBelow(text.slice(end));
  if (before.length > 1 || before.some((one) => one.length > longestBefore)) return true;
  if (behind.length > mostBehind) return true;
  if (!isSeveral) {
    const around = [...sentencesOf(text.slice(0, at)), ...sentencesOf(text.slice(at)).slice(1)];
    return around.filter((one) => tells(one.text)).length > mostTold.single;
  }
  return before.length + behind.filter(tells).length > mostTold.several;
}

function sentencesBelow(text: string): string[] {
  return linesOf(text)
    .filter((line) => !isList.test(line))
    .flatMap((line) => sentencesOf(line))
    .map((one) => one.text);
}

/** The sentences of lines that tell something. */
function toldIn(text: string): string[] {
  return linesOf(text)
    .flatMap((line) => sentencesOf(line))
    .map((one) => one.text)
    .filter((one) => !agrees(one));
}

/** True for a sentence that is no order to the agent, and more than thanks. */
function tells(text: string): boolean {
  return !agrees(text) && !isOrder(text);
}

const ordering = (
  ['go', 'please', 'act', 'now', 'you', 'may', 'not', 'never', 'before'] as KindName[]
).map(kind);

/** True for a sentence that begins as one to the agent does. */
function isOrder(text: string): boolean {
  const { signs, words, table } = read(text.slice(0, 200));
  if (
    /^\W*(?:then|and then|after that|afterwards|next|also|dann|danach|puis|ensuite|luego|despu\u00e9s|depois|poi|daarna|sen|sedan|s\u00e5|potem|pak|\u043f\u043e\u0442\u043e\u043c|\u0437\u0430\u0442\u0435\u043c|\u043f\u043e\u0442\u0456\u043c|sonra|lalu|kemudian|sau \u0111\u00f3|\u7136\u540e|\u7136\u5f8c|\u63a5\u7740|\u6b21\u306b)(?!\p{L})/iu.test(
      text,
    )
  )
    return true;
  const near = table?.spaced === false ? 4 : 1;
  if (words.length === 0) return false;
  return signs.some(({ at, kinds }) => at < near && kinds.some((one) => ordering.includes(one)));
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
