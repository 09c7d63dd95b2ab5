/** A word of a command line and where its text stands, without its quotation marks. */
export interface Word {
  start: number;
  end: number;
  text: string;
}

const longestCommand = 2_000;
const mostWords = 80;

/**
 * The words that follow a place up to the end of that command: a line's end that is not escaped, `;`, `&`, `|`, or the quotation
 * mark that closes the text in which the command stands.
 */
export function wordsFrom(
  text: string,
  from: number,
  limit = longestCommand,
): { words: Word[]; end: number } {
  const words: Word[] = [];
  const last = Math.min(text.length, from + limit);
  let at = from;
  while (at < last && words.length < mostWords) {
    while (at < last && /[ \t]/.test(text[at]!)) at += 1;
    if (text[at] === '\\' && /[\r\n]/.test(text[at + 1] ?? '')) {
      at += 2;
      continue;
    }
    if (at >= last || /[\n\r;|&)`]/.test(text[at]!)) break;
    const word = wordAt(text, at, last);
    if (word === undefined) break;
    words.push(word.word);
    at = word.next;
  }
  return { words, end: at };
}

function wordAt(text: string, at: number, last: number): { word: Word; next: number } | undefined {
  let shown = '';
  let start = -1;
  let end = at;
  let next = at;
  while (next < last && !/[\s;|&)`<>]/.test(text[next]!)) {
    const escapes = /^\\{0,4}/.exec(text.slice(next, next + 4))![0].length;
    const sign = text[next + escapes];
    if (sign === '"' || sign === "'") {
      const open = next + escapes + 1;
      const close = closingQuote(text, open, sign, last);
      // The mark that closes what the command stands in.
      if (close < 0) break;
      let stop = close;
      while (stop > open && text[stop - 1] === '\\') stop -= 1;
      const inside = text.slice(open, stop);
      if (start < 0 || shown === '') start = shown === '' ? open : start;
      shown += inside;
      end = open + inside.length;
      next = close + 1;
    } else {
      if (start < 0) start = next;
      const step = text[next] === '\\' && next + 1 < last && !/\s/.test(text[next + 1]!) ? 2 : 1;
      if (
        text[next] === '\\' &&
        /[nrt]/.test(text[next + 1] ?? '') &&
        /^(?:[\s"']|$)/.test(text.slice(next + 2, next + 3))
      )
        break;
      shown += text.slice(next, next + step);
      next += step;
      end = next;
    }
  }
  if (next === at) {
    // A sign of redirection is passed over with what it stands before.
    if (!/[<>]/.test(text[at] ?? '')) return undefined;
    return { word: { start: at, end: at + 1, text: text[at]! }, next: at + 1 };
  }
  return { word: { start: start < 0 ? at : start, end, text: shown }, next };
}

function closingQuote(text: string, from: number, quote: string, last: number): number {
  for (let at = from; at < last; at += 1) {
    if (text[at] === '\n') return -1;
    if (text[at] === quote && (quote === "'" || text[at - 1] !== '\\' || text[at - 2] === '\\'))
      return at;
    if (text[at] === quote && text[at - 1] === '\\') return at;
  }
  return -1;
}
