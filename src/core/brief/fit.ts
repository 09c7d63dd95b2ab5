/** A part of the brief: a title and its lines, the most wanted first. */
export interface Section {
  title: string;
  lines: readonly string[];
  /** Characters it may take at most. */
  cap: number;
  /** Characters it keeps when room is short. */
  floor: number;
  /** What is said when lines are left out; gets the number of them. */
  more?: (count: number) => string;
}

const sayMore = (count: number): string => `- and ${count} more`;

/**
 * Fits sections into `budget` characters. Each first gets its floor, then, in order, up to its cap;
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
    rest += grants[index]!;
    grants[index] = 0;
  }
  present.forEach((_, index) => {
    const extra = Math.min(rest, needs[index]! - grants[index]!);
    if (extra <= 0) return;
    grants[index]! += extra;
    rest -= extra;
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
  let text = title;
  let taken = 0;
  for (const line of section.lines) {
    if (text.length + line.length + 1 > room) break;
    text += `${line}\n`;
    taken += 1;
  }
  const rest = `${more(section.lines.length - taken)}\n`;
  return text.length + rest.length > limit ? '' : text + rest;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
