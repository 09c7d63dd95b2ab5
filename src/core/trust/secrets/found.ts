/** A stretch of a text that is a secret. */
export interface Found {
  start: number;
  end: number;
  kind: string;
}

/** What stands in place of a secret. */
export const mark = (kind: string): string => `[redacted:${kind}]`;

/** What begins a mark: it is no secret itself, nor is what only wraps one. */
export const markStart = '[redacted:';

/** A text with a plain letter in place of each mark, for what reads the syntax around it: brackets are a pattern in a shell. */
export function withoutMarks(text: string): string {
  return text.includes(markStart) ? text.replace(/\[redacted:[a-z0-9-]{1,40}\]/g, 'x') : text;
}

/**
 * Puts marks in place of what was found. Of stretches that overlap one mark stays, which has the kind of the one that was
 * found first; a mark that is there already is never cut in two.
 */
export function replaceFound(text: string, found: readonly Found[]): string {
  if (found.length === 0) return text;
  const order = found.map((one, rank) => ({ ...one, rank })).sort((a, b) => a.start - b.start);
  let out = '';
  let done = 0;
  for (let at = 0; at < order.length; ) {
    const { start } = order[at]!;
    let { end, kind, rank } = order[at]!;
    for (at += 1; at < order.length && order[at]!.start < end; at += 1) {
      const next = order[at]!;
      end = Math.max(end, next.end);
      if (next.rank < rank) ({ kind, rank } = next);
    }
    out += text.slice(done, start) + mark(kind);
    done = end;
  }
  return out + text.slice(done);
}
