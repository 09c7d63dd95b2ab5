/** The first `limit` UTF-16 units of a text; one fewer where the cut would split a surrogate pair. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  if (limit <= 0) return '';
  const last = text.charCodeAt(limit - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit);
}

/** Like `clip`, and not within a word, where one ends in the last hundred characters. */
export function clipWords(text: string, limit: number): string {
  const cut = clip(text, limit);
  if (cut.length === text.length || /\s/.test(text[cut.length] ?? '')) return cut;
  const blank = /\s\S{0,100}$/.exec(cut.slice(-101));
  return blank === null ? cut : cut.slice(0, cut.length - blank[0].length).trimEnd();
}

/** What stands where a text was cut. */
export const cutMark = ' […]';

/** Like `clip`, and says with a mark that something was cut. The mark counts towards the limit. */
export function clipMarked(text: string, limit: number): string {
  if (text.length <= limit) return text;
  if (limit <= cutMark.length) return clip(text, limit);
  return clip(text, limit - cutMark.length) + cutMark;
}
