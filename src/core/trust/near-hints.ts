/** A shorter text is worked on as a whole. */
const short = 2_000;

/**
 * Does costly work only around what hints at it: on the lines that hold a hint and so many lines behind them. For work that
 * changes nothing but what begins on the line of a hint and ends within those lines.
 */
export function nearHints(
  text: string,
  hint: RegExp,
  linesBehind: number,
  work: (part: string) => string,
): string {
  if (text.length <= short) return hint.test(text) ? work(text) : text;
  const each = new RegExp(hint.source, 'g');
  let found = each.exec(text);
  let out = '';
  let done = 0;
  while (found !== null) {
    const start = Math.max(done, text.lastIndexOf('\n', found.index) + 1);
    let end = behind(text, each.lastIndex, linesBehind);
    for (found = each.exec(text); found !== null && found.index < end; found = each.exec(text)) {
      end = Math.max(end, behind(text, each.lastIndex, linesBehind));
    }
    out += text.slice(done, start) + work(text.slice(start, end));
    done = end;
  }
  return out + text.slice(done);
}

/** The end of the line, and of so many lines behind it. */
function behind(text: string, from: number, lines: number): number {
  let at = text.indexOf('\n', from);
  for (let line = 0; line < lines && at >= 0; line += 1) at = text.indexOf('\n', at + 1);
  return at < 0 ? text.length : at;
}
