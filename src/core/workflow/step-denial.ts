import { clip } from '../trust/clip.ts';
import { untrusted } from '../trust/untrusted.ts';
import { allowedText } from './allowed-text.ts';
import type { StepView } from './step-view.ts';

const limit = 300;
/** Calls held back after which it is said how a person leaves the run. */
const callsBeforeWayOut = 3;

/**
 * The denial of a call that the pending step does not allow, in at most 300 characters: the step, what it allows, and
 * the exact next command. `held`: calls of the step that were held back before.
 */
export function stepDenial(view: StepView, held: number): string {
  const step = untrusted(view.step, 60);
  const title = untrusted(view.stepTitle, 50);
  const allowed = untrusted(allowedText(view) ?? 'all', 100);
  const next = `\`holdfast workflow next --token ${untrusted(view.token, 400)}\``;
  const again = '`holdfast workflow next`';
  if (held >= callsBeforeWayOut) {
    const run = untrusted(view.run, 60);
    return shortest([
      `Holdfast: step "${step}" allows ${allowed}. Finish it: ${again} says what is missing. If it cannot be done, tell the user, who ends the run with \`holdfast workflow abandon ${run}\` in a terminal of their own.`,
      `Holdfast: held back by step "${clip(step, 30)}". ${again} says what is missing. If that cannot be done, tell the user: \`holdfast workflow abandon ${run}\` in their own terminal ends it.`,
    ]);
  }
  return shortest([
    `Holdfast: step "${step}" (${title}) allows ${allowed}, so this call is held back. When the step is done: ${next}`,
    `Holdfast: step "${step}" allows ${allowed}. When it is done: ${next}`,
    `Holdfast: step "${step}" (${title}) allows ${allowed}, so this call is held back. What it still lacks, and the way on: ${again}`,
    `Holdfast: step "${clip(step, 30)}" allows ${clip(allowed, 60)}. What it lacks: ${again}`,
  ]);
}

/** The first text that is short enough; the last, cut, where none is. */
function shortest(texts: readonly string[]): string {
  return texts.find((text) => text.length <= limit) ?? clip(texts.at(-1)!, limit);
}
