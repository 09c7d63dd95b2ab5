/** Lower case, one kind of quotes and dashes, no Markdown marks around words, one blank between words. */
export function normalise(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‘’‛`´]/g, "'")
    .replace(/[“”„]/g, '"')
    .replace(/[‐‑‒–—]/g, '-')
    .replace(/[*_]{2,}/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The words of a text: letters and digits of any script, parts of names and paths each a word of its own. */
export function wordsOf(text: string): string[] {
  return normalise(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Only what changes no word: line breaks, runs of blanks and the shape of quotes. For word-for-word checks. */
export function flatten(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\s+/g, ' ')
    .trim();
}
