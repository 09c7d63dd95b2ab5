import type { Word } from './plain.ts';
import type { Entry, Lists } from './tables.ts';

/** Words of a text that are signs of something, with the number of their first word (or letter) and how many they are. */
export interface Sign {
  at: number;
  length: number;
  kinds: readonly number[];
}

/** The signs of a text by a table, in order; where several begin at a word the longest counts. */
export function signsIn(plain: string, words: readonly Word[], table: Lists): Sign[] {
  return table.spaced ? spacedSigns(words, table) : unspacedSigns(plain, table);
}

function spacedSigns(words: readonly Word[], table: Lists): Sign[] {
  const found: Sign[] = [];
  for (let at = 0; at < words.length; ) {
    const entry = entryAt(words, at, table);
    if (entry === undefined) at += 1;
    else {
      found.push({ at, length: entry.words.length, kinds: entry.kinds });
      at += entry.words.length;
    }
  }
  return found;
}

function entryAt(words: readonly Word[], at: number, table: Lists): Entry | undefined {
  const first = words[at]!.text;
  const exact = longest(table.entries.get(first), words, at);
  if (exact !== undefined) return exact;
  const bare = withoutClitic(first, table.code);
  if (bare !== undefined) {
    const inner = longest(table.entries.get(bare), words, at);
    if (inner !== undefined) return inner;
  }
  return (
    table.prefixes.find((one) => one.words.length === 1 && first.startsWith(one.text)) ??
    table.suffixes.find((one) => first.length > one.text.length + 1 && first.endsWith(one.text))
  );
}

function longest(
  entries: readonly Entry[] | undefined,
  words: readonly Word[],
  at: number,
): Entry | undefined {
  return entries?.find(
    (entry) =>
      at + entry.words.length <= words.length &&
      entry.words.every((one, index) => index === 0 || words[at + index]!.text === one),
  );
}

/** A word without the joining word that is written together with it. */
function withoutClitic(word: string, code: string): string | undefined {
  if (word.length < 4) return undefined;
  if (code === 'ar' && /^[\u0648\u0641]/.test(word)) return word.slice(1);
  if (code === 'he' && /^[\u05d5\u05e9]/.test(word)) return word.slice(1);
  return undefined;
}

function unspacedSigns(plain: string, table: Lists): Sign[] {
  const found: Sign[] = [];
  for (let at = 0; at < plain.length; ) {
    const entry = table.entries
      .get(plain[at]!)
      ?.find((one) => plain.startsWith(one.text, at) && wholeAscii(plain, at, one.text));
    if (entry === undefined) at += 1;
    else {
      found.push({ at, length: entry.text.length, kinds: entry.kinds });
      at += entry.text.length;
    }
  }
  return found;
}

/** Latin words among other letters count whole only. */
function wholeAscii(plain: string, at: number, text: string): boolean {
  if (!/^[a-z]+$/.test(text)) return true;
  const before = at > 0 ? plain[at - 1]! : ' ';
  const after = plain[at + text.length] ?? ' ';
  return !/[a-z]/.test(before) && !/[a-z]/.test(after);
}
