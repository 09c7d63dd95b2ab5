import { neutralise, untrusted } from '../trust/untrusted.ts';
import type { Section } from './fit.ts';
import type { BriefInput } from './input.ts';

/** Characters of the given task in the first part; a longer one stands whole further on. */
const headLength = 300;

/** The task that a subagent was given by the agent above it, as a line of the first part; empty for other sessions. */
export function assignedLine(input: BriefInput): string {
  const { assigned } = input;
  if (assigned === undefined) return '';
  const more = assigned.length > headLength ? ' (whole below)' : '';
  return `The task that the agent above gave you${more}: "${untrusted(assigned, headLength)}"`;
}

/** The same, whole, where the first part holds only its beginning. */
export function assignedSection(input: BriefInput): Section {
  const long = (input.assigned ?? '').length > headLength;
  return {
    title: 'The task that the agent above gave you, whole:',
    lines: long
      ? neutralise(input.assigned ?? '')
          .trimEnd()
          .split('\n')
          .map(quoted)
      : [],
    cap: 4_500,
    floor: 3_000,
    more: (count) => `- and ${count} more lines, at the beginning of the record named below`,
  };
}

function quoted(line: string): string {
  return `> ${line}`;
}
