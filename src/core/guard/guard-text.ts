import { clip } from '../trust/clip.ts';
import { untrusted } from '../trust/untrusted.ts';
import type { Hazard } from './hazard.ts';

const commandRoom = 120;

function shown(command: string): string {
  return `\`${untrusted(command, commandRoom)}\``;
}

function wouldDo(hazards: readonly Hazard[]): string {
  return [...new Set(hazards.map(({ what }) => what))].join(', and ');
}

/** What the person is asked. `compacted`: the agent's context was just replaced. */
export function guardQuestion(
  command: string,
  hazards: readonly Hazard[],
  compacted: boolean,
): string {
  const why = compacted ? ' The context was just compacted.' : '';
  return `Holdfast: ${shown(command)} would ${wouldDo(hazards)}.${why} Is this wanted?`;
}

/** The denial where the host has no way to ask the person: the agent asks, in words that are then looked for. */
export function guardAskDenial(command: string, hazards: readonly Hazard[]): string {
  return `Holdfast: this call would ${wouldDo(hazards)}, so it is held back. If it must be, end the turn with the question "May I run ${'`'}${clip(command, 1_000)}${'`'}?", and repeat the very call after a plain yes.`;
}

/** The denial of a command that the user refused; `quote`: their words, and what they answered. */
export function refusalDenial(command: string, quote: string): string {
  return `Holdfast: the user refused ${shown(command)}: "${untrusted(quote, 400)}". If it must be all the same, end the turn with the question "May I run ${'`'}${clip(command, 1_000)}${'`'}?" and wait for a plain yes.`;
}

/** The denial where the setting lets nothing through. */
export function guardDenial(hazards: readonly Hazard[]): string {
  return `Holdfast: this call would ${wouldDo(hazards)}, and the setting "guard" is "deny". If it must be, ask the user to run it themselves.`;
}
