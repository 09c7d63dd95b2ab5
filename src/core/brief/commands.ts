import type { Fact } from '../fact.ts';
import { stepTokenStart } from '../trust/own-token.ts';
import { untrusted } from '../trust/untrusted.ts';
import type { Section } from './fit.ts';
import type { BriefInput } from './input.ts';
import { packedLines } from './packed.ts';

/** Commands told with their result; of all others it is told that they were run. */
const mostTold = 9;

/** Commands worth repeating, with their last result. */
export function commandsSection(input: BriefInput): Section {
  return {
    title: 'Commands and their last result:',
    lines: toldCommands(input),
    cap: 1000,
    floor: 300,
  };
}

/** What was run besides, by program and sub-command, so that it is not taken for undone. */
export function alsoRunSection(input: BriefInput): Section {
  const told = ` ${toldCommands(input).join(' ')} `;
  const others = input.snapshot.facts
    .filter((fact) => fact.kind === 'command.family' && !told.includes(` ${fact.value} `))
    .map((fact) => `${untrusted(fact.value, 60)}${fact.detail ? ` ${fact.detail}` : ''}`);
  return { title: 'Also run, the latest first:', lines: packedLines(others), cap: 700, floor: 350 };
}

function toldCommands(input: BriefInput): string[] {
  return (
    input.snapshot.facts
      // A token of before would be taken for that of the pending step.
      .filter((fact) => fact.kind === 'command' && !fact.value.includes(stepTokenStart))
      .slice(0, mostTold)
      .map(commandLine)
  );
}

function commandLine(fact: Fact): string {
  const state = fact.state ? ` → ${untrusted(fact.state, 40)}` : '';
  const detail = fact.detail ? `: ${untrusted(fact.detail, 90)}` : '';
  return `- ${untrusted(fact.value, 180)}${state}${detail}`;
}
