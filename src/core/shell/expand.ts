import type { Part, Word } from './script.ts';

/** What names stand for; several values for one that a loop goes through. */
export type Names = Map<string, string[]>;

/** What a script prints, as far as that is plain. */
export type Prints = (script: string) => string | undefined;

/** Words that one word becomes at most, and characters of what a name stands for. */
const most = 20;
export const longestValue = 4_000;

/** What names stand for that nobody set: the positions of a script are empty, the folder is the one at hand. */
const given: Record<string, string> = { IFS: ' \t\n', '@': '', '*': '', PWD: '.', HOME: '~' };

/**
 * The words that a word becomes, as far as that is known: names that the script set, what it prints with `echo`, lists in
 * braces. What is not known stays as it is.
 */
export function expandWord(word: Word, names: Names, prints: Prints): Word[] {
  if (word.parts === undefined) return braced(word);
  const list = word.parts.find(
    (part) => part.is === 'name' && (names.get(part.name)?.length ?? 0) > 1,
  );
  if (list?.is === 'name') {
    return (names.get(list.name) ?? []).slice(0, most).flatMap((value) => {
      const one: Names = new Map([...names, [list.name, [value]]]);
      return expandWord(word, one, prints);
    });
  }
  const done: Word[] = [];
  let open: Word | undefined;
  for (const part of word.parts) {
    const text = valueIn(part, names, prints);
    if (text === undefined) return [word];
    if (part.is === 'text' || part.quoted) {
      open = joined(open, text, part.quoted, word.globs && !part.quoted);
      continue;
    }
    const pieces = text.split(/[ \t\n]+/);
    pieces.forEach((piece, index) => {
      if (index > 0 && open !== undefined) {
        done.push(open);
        open = undefined;
      }
      if (piece !== '') open = joined(open, piece, false, /[*?[]/.test(piece));
    });
  }
  if (open !== undefined) done.push(open);
  return done.slice(0, most);
}

function joined(before: Word | undefined, text: string, quoted: boolean, globs: boolean): Word {
  const { text: head = '', ...rest } = before ?? { globs: false, quoted: false };
  const room = 2 * longestValue - head.length;
  return {
    text: text.length > room && head !== '' ? head : head + text,
    expands: false,
    globs: rest.globs || (globs && /[*?[{]/.test(text)),
    quoted: rest.quoted || quoted,
  };
}

function valueIn(part: Part, names: Names, prints: Prints): string | undefined {
  if (part.is === 'text') return part.text;
  if (part.is === 'unknown' || part.is === 'file') return undefined;
  if (part.is === 'script') return prints(part.script)?.replace(/(?<!\n)\n+$/, '');
  const set = names.get(part.name)?.[0]?.slice(0, longestValue);
  return set ?? part.otherwise ?? (Object.hasOwn(given, part.name) ? given[part.name] : undefined);
}

/** Lists in braces taken apart: `src/{a,b}`, `{rm,-rf,src}`. */
function braced(word: Word): Word[] {
  if (!word.globs || !word.text.includes('{')) return [word];
  let texts = [word.text];
  for (let round = 0; round < 3; round += 1) {
    const next = texts.flatMap((text) => {
      const [, before, list, behind] = /^([^{}]*)\{([^{},]*,[^{}]*)\}(.*)$/s.exec(text) ?? [];
      return list === undefined
        ? [text]
        : list.split(',').map((one) => `${before ?? ''}${one}${behind ?? ''}`);
    });
    if (next.length > most) break;
    texts = next;
  }
  return texts
    .filter((text) => text !== '')
    .map((text) => ({ ...word, text, globs: /[*?[]/.test(text) || texts.length > 1 }));
}
