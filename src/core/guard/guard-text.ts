import { clip } from '../trust/clip.ts';
import { untrusted } from '../trust/untrusted.ts';
import type { Ban } from './bans.ts';
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

/** The one denial where nobody may be there to be asked. */
export function guardOnceDenial(hazards: readonly Hazard[]): string {
  return `Holdfast: this call would ${wouldDo(hazards)}, and the context was compacted before it. It is held back this once: if the task asks for it, repeat the very call; if you are not sure, ask the user.`;
}

/** What the model is told beside a call that ran as a trial. */
export function trialText(command: string, trial: string): string {
  return `Holdfast: ${shown(command)} was run as ${shown(trial)}, so nothing was changed. Look at what it would do. If that is what the task asks for, repeat the very call; it is then looked at as usual.`;
}

/** The denial of a command that the user refused; `quote`: their words, and what they answered. */
export function refusalDenial(command: string, quote: string): string {
  return `Holdfast: the user refused ${shown(command)}: "${untrusted(quote, 400)}". If it must be all the same, end the turn with the question "May I run ${'`'}${clip(command, 1_000)}${'`'}?" and wait for a plain yes.`;
}

/** The denial where the setting lets nothing through. */
export function guardDenial(hazards: readonly Hazard[]): string {
  return `Holdfast: this call would ${wouldDo(hazards)}, and the setting "guard" is "deny". If it must be, ask the user to run it themselves.`;
}

const said: Record<Ban['why'], (quote: string) => string> = {
  forbidden: (quote) => `the user said: "${quote}"`,
  waits: (quote) => `the user said: "${quote}"`,
  refused: (quote) => `the user was asked about this and answered: "${quote}"`,
  unanswered: (quote) => `the user was asked and has not answered yet: "${quote}"`,
};

/** The user's words as the end of a sentence: with the stop that they have, or one behind them. */
function saidOf(ban: Ban): string {
  const quote = untrusted(ban.quote, 300);
  return `${said[ban.why](quote)}${/[.!?\u2026\u3002\uff01\uff1f\u061f\u0964]$/.test(quote) ? '' : '.'}`;
}

/** What the person is asked of a call that is against their own words. */
export function banQuestion(what: string, ban: Ban): string {
  return `Holdfast: ${shown(what)} is held back, since ${saidOf(ban)} Let it run all the same?`;
}

/** The denial of a call that is against the user's words. Other work goes on. */
export function banDenial(what: string, ban: Ban): string {
  return `Holdfast: ${shown(what)} is held back, since ${saidOf(ban)} Go on with other work, and do not try it in another form. If it is needed, end the turn with a question to the user; it passes after a plain yes.`;
}
