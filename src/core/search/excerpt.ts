import type { Mark } from './marks.ts';

/** A part of a text with the places of what was looked for, counted from the beginning of the part. */
export interface Excerpt {
  text: string;
  marks: { start: number; end: number }[];
  /** Where the part begins in the whole. */
  from: number;
  cutBefore: boolean;
  cutBehind: boolean;
}

/** At most `limit` UTF-16 units of a text around the place that shows most of what was looked for; else its beginning. */
export function excerptOf(text: string, marks: readonly Mark[], limit: number): Excerpt {
  const first = densest(marks, limit);
  const center = first === undefined ? 0 : marks[first]!.start;
  const room = Math.floor(limit / 3);
  let from = text.length <= limit ? 0 : Math.max(0, Math.min(center - room, text.length - limit));
  if (from > 0) from = lineStart(text, from, center);
  let to = Math.min(text.length, from + limit);
  if (to < text.length) to = lineEnd(text, to, center);
  if (from > 0 && isLowHalf(text, from)) from += 1;
  if (to < text.length && isLowHalf(text, to)) to -= 1;
  return {
    text: text.slice(from, to),
    marks: marks
      .filter(({ start, end }) => start >= from && end <= to)
      .map(({ start, end }) => ({ start: start - from, end: end - from })),
    from,
    cutBefore: from > 0,
    cutBehind: to < text.length,
  };
}

/** The first mark of the stretch that holds the whole query, else the most different terms. */
function densest(marks: readonly Mark[], limit: number): number | undefined {
  let best: number | undefined;
  let most = 0;
  for (let at = 0; at < marks.length; at += 1) {
    const terms = new Set<number>();
    for (let next = at; next < marks.length; next += 1) {
      if (marks[next]!.end - marks[at]!.start > limit / 2) break;
      terms.add(marks[next]!.term);
    }
    const worth = terms.has(-1) ? 1000 : terms.size;
    if (worth > most) {
      most = worth;
      best = at;
    }
  }
  return best;
}

/** The next beginning of a line or a word, where one comes before the place that matters. */
function lineStart(text: string, from: number, before: number): number {
  const line = text.indexOf('\n', from - 1) + 1;
  if (line > 0 && line <= before && line - from < 120) return line;
  const blank = text.slice(from, Math.min(before, from + 30)).search(/\s\S/);
  return blank < 0 ? from : from + blank + 1;
}

function lineEnd(text: string, to: number, behind: number): number {
  const line = text.lastIndexOf('\n', to);
  if (line > behind && to - line < 120) return line;
  const blank = text.slice(Math.max(behind, to - 30), to).search(/\s\S*$/);
  return blank <= 0 ? to : Math.max(behind, to - 30) + blank;
}

function isLowHalf(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
