import type { Section } from './fit.ts';

/** A section whose lines compete with those of all others by what they are worth. */
export interface Part extends Section {
  /** What the line at a place is worth, from 0 to 100; more for what goes before all. From `wanted` on it may take the last of the room. */
  worth: (index: number) => number;
  /** What a line that finds no room is about, in a few words. */
  topic?: (index: number) => string | undefined;
}

/** From here on a line may take the last of the room. */
const needed = 84;
/** Below it a line leaves more of the room free. */
const wanted = 60;
/** The shares of the room that they leave free, since what is long is read less. */
const spare = { wanted: 0.14, other: 0.25 };
/** A line so long costs half of its worth. */
const dear = 6_000;

const sayMore = (count: number): string => `- and ${count} more`;

/** Worth that falls from line to line: the newest is worth most. */
export function falling(first: number, factor: number): (index: number) => number {
  return (index) => first * factor ** index;
}

export interface Composed {
  text: string;
  /** Topics of lines that found no room, the most wanted first. */
  left: string[];
}

interface Candidate {
  part: number;
  line: number;
  price: number;
  worth: number;
}

/**
 * Fills `room` characters with the lines that are worth most for their price. A title is paid with the first line below it; a
 * line is never cut, but left out and counted; each part stays under its cap. Lines stand in the order of their parts.
 */
export function compose(parts: readonly Part[], room: number): Composed {
  const taken = parts.map(() => new Set<number>());
  const used = parts.map(() => 0);
  let left = room;
  const candidates = parts.flatMap((part, at) =>
    part.lines.map((text, line): Candidate => {
      const worth = part.worth(line);
      return {
        part: at,
        line,
        price: text.length + 1,
        worth: worth * (1 - text.length / (text.length + dear)),
      };
    }),
  );
  candidates.sort((a, b) => b.worth - a.worth || a.part - b.part || a.line - b.line);
  const rest = (candidate: Candidate): boolean => {
    const part = parts[candidate.part]!;
    const isFirst = taken[candidate.part]!.size === 0;
    const titled = isFirst ? titleOf(part).length + moreLength(part) : 0;
    const price = candidate.price + titled;
    const worth = part.worth(candidate.line);
    const free = worth >= needed ? 0 : worth >= wanted ? spare.wanted : spare.other;
    const most = left - room * free;
    const cap = part.most ?? part.cap;
    if (price > most || used[candidate.part]! + price > cap) return true;
    taken[candidate.part]!.add(candidate.line);
    used[candidate.part]! += price;
    left -= price;
    return false;
  };
  let waiting = candidates.filter(rest);
  // A part that is told whole says nothing of more.
  for (const [at, part] of parts.entries()) {
    if (part.lines.length > 1 && taken[at]!.size === part.lines.length) {
      left += moreLength(part);
      used[at]! -= moreLength(part);
    }
  }
  waiting = waiting.filter(rest);
  const text = parts.map((part, at) => rendered(part, taken[at]!)).join('');
  const topics = waiting.flatMap(({ part, line }) => parts[part]!.topic?.(line) ?? []);
  return { text: text.length > room ? '' : text, left: [...new Set(topics)] };
}

function titleOf({ title }: Section): string {
  return title === '' ? '' : `\n${title}\n`;
}

function moreLength({ lines, more = sayMore }: Section): number {
  return lines.length > 1 ? more(lines.length).length + 1 : 0;
}

function rendered(part: Part, taken: ReadonlySet<number>): string {
  if (taken.size === 0) return '';
  const { lines, more = sayMore } = part;
  const told = lines.filter((_, at) => taken.has(at));
  const missing = lines.length - told.length;
  return `${titleOf(part)}${told.join('\n')}\n${missing > 0 ? `${more(missing)}\n` : ''}`;
}
