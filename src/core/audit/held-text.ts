/** A text, made ready to be asked what it holds. */
export interface HeldText {
  /** In lower case, quotes straightened, blanks and line breaks as one blank. */
  plain: string;
  /** Places of each word without its ending, counted in words. */
  places: Map<string, number[]>;
}

/** Scripts without blanks between words give one word a character. */
const word =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[\p{L}\p{N}_]+(?:['’][\p{L}]+)?/gu;
const notLatin = /[^\u0000-\u024f]/;

export function heldText(text: string): HeldText {
  const plain = plainText(text);
  const places = new Map<string, number[]>();
  let at = 0;
  for (const found of wordsIn(plain)) {
    const known = places.get(found);
    if (known === undefined) places.set(found, [at]);
    else known.push(at);
    at += 1;
  }
  return { plain, places };
}

export function plainText(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Words in order. Of an English word the common endings are left out, so that "fix", "fixed" and "fixing" are one. */
function wordsIn(plain: string): string[] {
  return [...plain.matchAll(word)].map(([found]) => {
    const stem = ending.exec(found)?.[1];
    return stem ?? found;
  });
}

const ending = /^([a-z]{3,})(?:ing|ed|es|s|e)$/;

/** The distinct words that make up what a text says: those of three letters and more, all where there are no others. */
export function tellingWords(text: string): string[] {
  const all = [...new Set(wordsIn(plainText(text)))];
  const telling = all.filter((one) => one.length > 2 || /\d/.test(one) || notLatin.test(one));
  return telling.length > 0 ? telling : all;
}

/** The share of the words that the text holds anywhere; 0 for no words. */
export function shareHeld(text: HeldText, words: readonly string[]): number {
  if (words.length === 0) return 0;
  return words.filter((one) => text.places.has(one)).length / words.length;
}

/** The largest share of the words that stand within `width` words of the text. */
export function shareNearby(text: HeldText, words: readonly string[], width: number): number {
  if (words.length === 0) return 0;
  const met = words.flatMap((one, index) =>
    (text.places.get(one) ?? []).map((at) => ({ at, index })),
  );
  met.sort((a, b) => a.at - b.at);
  const inside = new Map<number, number>();
  let best = 0;
  let first = 0;
  for (const { at, index } of met) {
    inside.set(index, (inside.get(index) ?? 0) + 1);
    while (met[first]!.at <= at - width) {
      const left = met[first]!.index;
      const count = inside.get(left)! - 1;
      if (count === 0) inside.delete(left);
      else inside.set(left, count);
      first += 1;
    }
    best = Math.max(best, inside.size);
  }
  return best / words.length;
}

/** True when a name stands in the text as a whole: no letter, digit, dash or further ending adjoins it. */
export function holdsName(text: HeldText, name: string): boolean {
  const wanted = plainText(name);
  if (wanted === '') return false;
  const { plain } = text;
  for (let at = plain.indexOf(wanted); at >= 0; at = plain.indexOf(wanted, at + 1)) {
    const before = plain.slice(Math.max(0, at - 2), at);
    const after = plain.slice(at + wanted.length, at + wanted.length + 2);
    if (!/[\p{L}\p{N}_-]$/u.test(before) && !/^(?:[\p{L}\p{N}_-]|\.[\p{L}\p{N}])/u.test(after)) {
      return true;
    }
  }
  return false;
}
