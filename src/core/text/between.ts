/** What stands between two marks in a text, and where the second one ends. */
export interface Between {
  inner: string;
  end: number;
}

/** The first text between two marks; undefined where one of them is missing. */
export function between(text: string, open: string, close: string, from = 0): Between | undefined {
  const at = text.indexOf(open, from);
  if (at < 0) return undefined;
  const start = at + open.length;
  const end = text.indexOf(close, start);
  return end < 0 ? undefined : { inner: text.slice(start, end), end: end + close.length };
}

/** Every text between two marks. A mark that is never closed ends the search, since nothing behind it is closed either. */
export function allBetween(text: string, open: string, close: string): string[] {
  const found: string[] = [];
  for (let next = between(text, open, close); next; next = between(text, open, close, next.end)) {
    found.push(next.inner);
  }
  return found;
}

/** A text without what stands between two marks, and without these. */
export function withoutBetween(text: string, open: string, close: string): string {
  let out = '';
  let from = 0;
  for (let next = between(text, open, close); next; next = between(text, open, close, from)) {
    out += text.slice(from, next.end - close.length - next.inner.length - open.length);
    from = next.end;
  }
  return out + text.slice(from);
}
