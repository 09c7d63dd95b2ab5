import type { BriefInput } from '../brief/input.ts';
import { untrusted } from '../trust/untrusted.ts';
import { currentState, sessionTitle, taskSpecification } from './about-task.ts';
import {
  documentation,
  errorsAndCorrections,
  filesAndFunctions,
  keyResults,
  learnings,
  workflow,
  worklog,
} from './about-work.ts';
import type { MemoryInput, MemoryLines } from './input.ts';
import { sectionKey } from './template.ts';
import { aboutTokens } from './tokens.ts';

/** Tokens of one section, and of the whole, at most. */
export const memoryLimits = { section: 2_000, whole: 12_000 } as const;

const contents: readonly [string, (known: BriefInput) => MemoryLines][] = [
  ['Session Title', sessionTitle],
  ['Current State', currentState],
  ['Task specification', taskSpecification],
  ['Files and Functions', filesAndFunctions],
  ['Workflow', workflow],
  ['Errors & Corrections', errorsAndCorrections],
  ['Codebase and System Documentation', documentation],
  ['Learnings', learnings],
  ['Key results', keyResults],
  ['Worklog', worklog],
];

/** The memory of a session as Markdown. A heading that is not known keeps its place and stays empty. */
export function renderMemory(input: MemoryInput): string {
  const known = new Map(contents.map(([title, make]) => [sectionKey(title), make]));
  const sections = input.template.map(({ title, description }) => {
    const heading = description === '' ? `# ${title}` : `# ${title}\n_${description}_`;
    const { lines, order } = known.get(sectionKey(title))?.(input.known) ?? { lines: [] };
    return { heading, lines, newestLast: order === 'newest-last' };
  });
  const fixed = [coversLine(input.covers), ...sections.map(({ heading }) => heading)];
  const room = memoryLimits.whole - aboutTokens(fixed.join('\n\n\n'));
  const shares = evenShares(
    sections.map(({ lines }) => Math.min(memoryLimits.section, aboutTokens(lines.join('\n')) + 1)),
    room,
  );
  const parts = sections.map(({ heading, lines, newestLast }, at) => {
    const fitting = newestLast
      ? fitted([...lines].reverse(), shares[at]!)
      : fitted(lines, shares[at]!);
    const text = (newestLast ? fitting.reverse() : fitting).join('\n');
    return text === '' ? heading : `${heading}\n\n${text}`;
  });
  return `${[fixed[0], ...parts].join('\n\n')}\n`;
}

/** Kept by whom, and how far: the last item that stands in it. */
function coversLine(covers: MemoryInput['covers']): string {
  const kept = '> Kept by Holdfast from the record of the session, without a model.';
  if (covers === undefined) return kept;
  const id = covers.id === undefined ? '' : ` ${untrusted(covers.id, 80)}`;
  const time = covers.time === undefined ? '' : ` of ${untrusted(covers.time, 40)}`;
  return `${kept}\n> Covers it up to item${id}${time} (line ${covers.line}).`;
}

/** As much as each needs, where that is more than there is the largest get the same. */
function evenShares(needs: readonly number[], room: number): number[] {
  const ascending = [...needs].sort((a, b) => a - b);
  let left = Math.max(0, room);
  for (const [at, need] of ascending.entries()) {
    const even = Math.floor(left / (ascending.length - at));
    if (need > even) return needs.map((one) => Math.min(one, even));
    left -= need;
  }
  return [...needs];
}

/** The first lines that fit into so many tokens, and how many do not. A line is never cut. */
function fitted(lines: readonly string[], tokens: number): string[] {
  if (aboutTokens(lines.join('\n')) <= tokens) return [...lines];
  const taken: string[] = [];
  const more = (count: number) => `- and ${count} more`;
  let left = tokens - aboutTokens(more(lines.length)) - 1;
  for (const line of lines) {
    // The line end counts, and rounding up each line.
    left -= aboutTokens(line) + 1;
    if (left < 0) break;
    taken.push(line);
  }
  return tokens < aboutTokens(more(lines.length)) + 1
    ? taken
    : [...taken, more(lines.length - taken.length)];
}
