import { once } from '../once.ts';
import { isStepToken } from '../own-token.ts';
import { beginsWord } from './border.ts';
import { type Word, wordsFrom } from './command-line.ts';
import type { Found } from './found.ts';
import { programs } from './programs.ts';

const table = once(() => {
  const ways = new Map<string, string[]>();
  for (const line of programs.trim().split('\n')) {
    const [names, ...own] = line.split(' ');
    for (const name of names!.split(',')) ways.set(name, [...(ways.get(name) ?? []), ...own]);
  }
  return ways;
});

/** What to look for: each program by its name. */
export function programHints(): { text: string; exact: boolean; of: string }[] {
  return [...table().keys()].map((name) => ({ text: name, exact: true, of: name }));
}

const runs = /(?:\.exe|\.cmd)?\\{0,4}["']?[ \t]+/y;

/** What the program that is named at a place is given as a secret on its command line. */
export function findInCommand(
  text: string,
  at: number,
  name: string,
): { found: Found[]; end: number } {
  const before = text[at - 1] ?? ' ';
  if (/[A-Za-z0-9_.-]/.test(before) && (/[_.-]/.test(before) || !beginsWord(text, at)))
    return { found: [], end: 0 };
  runs.lastIndex = at + name.length;
  if (!runs.test(text)) return { found: [], end: 0 };
  const { words, end } = wordsFrom(text, runs.lastIndex);
  const found = table()
    .get(name)!
    .flatMap((way) => tryWay(way, words))
    .filter((one) => holdsSecret(text.slice(one.start, one.end)));
  return { found, end };
}

const placeholder =
  /^(?:\[redacted:|\$[A-Za-z_{(]*(?:[0-9][A-Za-z0-9_]*)?[})]?$|\$[A-Z_{(]|\$\{|\$\(|<|\{\{|%[A-Za-z_]|[*x.]{3,}$|-|file:|env:|fd:|stdin$|prompt$|pass:|\*$|@|\/dev\/)/;

function holdsSecret(value: string): boolean {
  return (
    value.length >= 3 &&
    !placeholder.test(value) &&
    !isStepToken(value) &&
    /[\p{L}0-9]/u.test(value)
  );
}

function foundIn(word: Word): Found {
  return { start: word.start, end: word.end, kind: 'password' };
}

/** Words that are no option, nor what an option with a blank is likely to take. */
function plainWords(words: readonly Word[]): Word[] {
  return words.filter(({ text }) => !text.startsWith('-') && text !== '');
}

function tryWay(way: string, words: readonly Word[]): Found[] {
  const place = /^([\w.-]*)@([a-z]?)(-?[0-9]?)(\/|:)?$/.exec(way);
  if (place !== null) return atPlace(place[1]!, place[2]!, Number(place[3]), place[4], words);
  const split = /^([a-z][\w]*)(-.+)$/.exec(way);
  if (split !== null)
    return words.some(({ text }) => text === split[1]) ? tryWay(split[2]!, words) : [];
  if (way.includes('!')) return netUse(way, words);
  const kept = /^(\S*?)=(\w*)$/.exec(way);
  if (kept !== null) return [];
  return words.flatMap((word, at) => option(way, word, words[at + 1]));
}

function option(way: string, word: Word, next: Word | undefined): Found[] {
  const form = /[+.:%,]$/.exec(way)?.[0] ?? '';
  const name = form === '' ? way : way.slice(0, -1);
  if (word.text === name && form !== '+') {
    if (next === undefined || (next.text.startsWith('-') && form !== '')) return [];
    return form === ':' || form === '%' || form === ',' ? behindSign(next, form) : [foundIn(next)];
  }
  if (form === '.' || !word.text.startsWith(name)) return [];
  const rest = word.text.slice(name.length);
  const long = name.startsWith('--') || name.startsWith('/') || /^-[a-zA-Z]{2,}/.test(name);
  if (long && !/^[=:]/.test(rest)) return [];
  const from = name.length + (/^=/.test(rest) || (long && /^[=:]/.test(rest)) ? 1 : 0);
  if (form === ':' || form === '%' || form === ',') {
    return behindSign({ ...word, text: word.text.slice(from) }, form);
  }
  return rest.length >= 3 ? [lastOf(word, word.text.length - from)] : [];
}

/** The end of a word, which may stand in quotation marks of its own. */
function lastOf(word: Word, length: number): Found {
  return { start: word.end - length, end: word.end, kind: 'password' };
}

/** Of `user:password` the second half. */
function behindSign(word: Word, sign: string): Found[] {
  const at = word.text.indexOf(sign);
  if (at < 0) return [];
  const rest = word.text.slice(at + 1);
  return rest.startsWith('//') ? [] : [lastOf(word, rest.length)];
}

function atPlace(
  having: string,
  flag: string,
  place: number,
  sign: string | undefined,
  words: readonly Word[],
): Found[] {
  if (flag === 'n') {
    const at = words.findIndex(({ text }) => text === having);
    const next = words[at + 1];
    return at >= 0 && next !== undefined ? [foundIn(next)] : [];
  }
  if (flag !== '' && !words.some(({ text }) => new RegExp(`^-[a-zA-Z]*${flag}`).test(text)))
    return [];
  const plain = plainWords(words);
  const first =
    having === ''
      ? 0
      : plain.findIndex(({ text }) => text === having || text.startsWith(`${having}.`));
  if (first < 0) return [];
  const word = place < 0 ? plain.at(place) : plain[place - 1];
  if (word === undefined || plain.indexOf(word) < first + (having === '' ? 0 : 1)) return [];
  if (sign !== undefined) return behindSign(word, sign);
  // An address, a name of a setting or a path is none.
  if (/^(?:https?:\/\/|\.{0,2}\/|[a-z_]+$)/.test(word.text) && having !== '') return [];
  if (having === 'set' && !/secret|token|password|session/i.test(plain[place - 2]?.text ?? ''))
    return [];
  return [foundIn(word)];
}

/** `net use X: \\server\share password /user:name`, `net user name password /add`. */
function netUse(way: string, words: readonly Word[]): Found[] {
  const verb = way.slice(0, way.indexOf('!'));
  if (words[0]?.text.toLowerCase() !== verb) return [];
  const behind = words.slice(1).filter(({ text }) => !/^\/|^\\\\|^[A-Za-z]:$|^\*$/.test(text));
  const word = verb === 'user' ? behind[1] : behind[0];
  return word === undefined || !words.some(({ text }) => /^\/(?:user|add)/i.test(text))
    ? []
    : [foundIn(word)];
}
