/** A part of the brief: a title and its lines, the most wanted first. */
export interface Section {
  title: string;
  lines: readonly string[];
  /** Characters it may take at most. */
  cap: number;
  /** Characters it may take of what all others leave; absent: `cap`. */
  most?: number;
  /** Characters it keeps when room is short. */
  floor: number;
  /** How wanted each line is where not all fit, the lowest first; absent: in their order. */
  rank?: readonly number[];
  /** What is said when lines are left out; gets the number of them. */
  more?: (count: number) => string;
}

const sayMore = (count: number): string => `- and ${count} more`;

/**
 * Fits sections into `budget` characters. Each first gets its floor, then, in order, up to its cap, then up to its most;
 * a line is never cut, but left out and counted. Empty sections vanish.
 */
export function fitSections(sections: readonly Section[], budget: number): string {
  const present = sections.filter((section) => section.lines.length > 0);
  const needs = present.map((section) =>
    Math.min(section.cap, renderSection(section, section.cap).length),
  );
  const grants = present.map((section, index) => Math.min(section.floor, needs[index]!));
  let rest = budget - sum(grants);
  for (let index = present.length - 1; rest < 0 && index >= 0; index--) {
    const taken = Math.min(grants[index]!, -rest);
    rest += taken;
    grants[index]! -= taken;
  }
  const grow = (wanted: (section: Section, index: number) => number): void => {
    present.forEach((section, index) => {
      const extra = Math.min(rest, wanted(section, index) - grants[index]!);
      if (extra <= 0) return;
      grants[index]! += extra;
      rest -= extra;
    });
  };
  grow((_, index) => needs[index]!);
  grow((section) => {
    const most = section.most ?? section.cap;
    return Math.min(most, renderSection(section, most).length);
  });
  return present.map((section, index) => renderSection(section, grants[index]!)).join('');
}

/** The section within `limit` characters, ending with a line end; empty when not even one line fits. */
export function renderSection(section: Section, limit: number): string {
  const title = section.title === '' ? '' : `\n${section.title}\n`;
  const whole = `${title}${section.lines.join('\n')}\n`;
  if (section.lines.length === 0) return '';
  if (whole.length <= limit) return whole;
  const more = section.more ?? sayMore;
  const room = limit - `${more(section.lines.length)}\n`.length;
  const taken = chosen(section, room - title.length);
  if (taken.length === 0) return '';
  const rest = `${more(section.lines.length - taken.length)}\n`;
  const text = `${title}${taken.map((line) => `${line}\n`).join('')}${rest}`;
  return text.length > limit ? '' : text;
}

/** The most wanted lines that fit into `room`, in the section's order. Without ranks nothing behind the first that does not fit. */
function chosen(section: Section, room: number): string[] {
  const { lines, rank } = section;
  const order = lines.map((_, index) => index);
  if (rank) order.sort((a, b) => rank[a]! - rank[b]! || a - b);
  const taken = new Set<number>();
  let left = room;
  for (const index of order) {
    const needed = lines[index]!.length + 1;
    if (needed > left && rank === undefined) break;
    if (needed > left) continue;
    taken.add(index);
    left -= needed;
  }
  return lines.filter((_, index) => taken.has(index));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
