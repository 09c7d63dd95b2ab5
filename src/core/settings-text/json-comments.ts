/** A comment between two values, with its marks and without the end of its line. */
export interface Comment {
  start: number;
  end: number;
}

/** The comments of a piece of JSON that holds no text in quotes: between two values, or between brackets and a value. */
export function commentsIn(text: string, start: number, end: number): Comment[] {
  const found: Comment[] = [];
  for (let at = start; at < end; at += 1) {
    if (text[at] !== '/') continue;
    const isLine = text[at + 1] === '/';
    const close = isLine ? lineEnd(text, at) : text.indexOf('*/', at + 2) + 2;
    const stop = Math.min(close < at ? end : close, end);
    found.push({ start: at, end: stop });
    at = stop - 1;
  }
  return found;
}

/** The comma of such a piece, outside its comments. */
export function commaIn(text: string, start: number, end: number): number | undefined {
  const comments = commentsIn(text, start, end);
  for (let at = start; at < end; at += 1) {
    const inside = comments.find((one) => one.start <= at && at < one.end);
    if (inside) at = inside.end - 1;
    else if (text[at] === ',') return at;
  }
  return undefined;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  if (end < 0) return text.length;
  return text[end - 1] === '\r' ? end - 1 : end;
}
