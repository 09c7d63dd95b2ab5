import type { Word } from './script.ts';

/** Thrown inside the parser for what a list of simple commands cannot be; never leaves it. */
export class Unclear extends Error {}

/** Reads one word of `source` from `start`. Answers with the place after it; throws Unclear. */
export function readWord(source: string, start: number): { word: Word; end: number } {
  const word: Word = { text: '', expands: false, globs: false, quoted: false };
  let at = start;
  while (at < source.length && !/[ \t\n|&;<>()]/.test(source[at] ?? '')) {
    const char = source[at] ?? '';
    if (char === "'") at = single(source, at, word);
    else if (char === '"') at = double(source, at, word);
    else if (char === '\\') at = escaped(source, at, word);
    else if (char === '$') at = dollar(source, at, word, false);
    else if (char === '`') throw new Unclear('command substitution');
    else {
      if (/[*?[\]{}]/.test(char) || (char === '~' && at > start)) word.globs = true;
      word.text += char;
      at += 1;
    }
  }
  return { word, end: at };
}

function single(source: string, start: number, word: Word): number {
  const end = source.indexOf("'", start + 1);
  if (end < 0) throw new Unclear('a quote that is never closed');
  word.text += source.slice(start + 1, end);
  word.quoted = true;
  return end + 1;
}

function double(source: string, start: number, word: Word): number {
  word.quoted = true;
  let at = start + 1;
  while (at < source.length) {
    const char = source[at] ?? '';
    if (char === '"') return at + 1;
    if (char === '`') throw new Unclear('command substitution');
    if (char === '$') at = dollar(source, at, word, true);
    else if (char === '\\' && /["$`\\\n]/.test(source[at + 1] ?? '')) {
      if (source[at + 1] !== '\n') word.text += source[at + 1];
      at += 2;
    } else {
      word.text += char;
      at += 1;
    }
  }
  throw new Unclear('a quote that is never closed');
}

function escaped(source: string, at: number, word: Word): number {
  const next = source[at + 1];
  if (next === undefined) throw new Unclear('a backslash at the end');
  if (next !== '\n') {
    word.text += next;
    word.quoted = true;
  }
  return at + 2;
}

/** `$NAME` and `${NAME}` pass as unknown text; every other use of `$` may run or change something. */
function dollar(source: string, at: number, word: Word, inQuotes: boolean): number {
  const rest = source.slice(at, at + 200);
  const name = /^\$(?:[A-Za-z_]\w*|[?#$!@*0-9-]|\{[A-Za-z_]\w*\})/.exec(rest)?.[0];
  if (name) {
    word.expands = true;
    word.text += name;
    return at + name.length;
  }
  const next = rest[1] ?? '';
  const literal =
    next === '' || /[ \t\n|&;<>)/.,:%]/.test(next) || (inQuotes && /["\\|^]/.test(next));
  if (!literal) throw new Unclear('an expansion that may run a command');
  word.text += '$';
  return at + 1;
}
