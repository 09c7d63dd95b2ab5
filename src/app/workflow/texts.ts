import { Fault } from '../../core/errors.ts';
import { untrusted } from '../../core/trust/untrusted.ts';
import type { StepGift } from './advance.ts';
import type { WorkflowDeps } from './ports.ts';

const longestNote = 2_000;
const longestOutputs = 50_000;

/** What is handed over, without secrets and bounded. Throws a Fault for outputs that are too long. */
export function given(deps: Pick<WorkflowDeps, 'redact'>, gift: StepGift): StepGift {
  const clean: StepGift = {};
  const note = gift.note === undefined ? '' : untrusted(deps.redact(gift.note), longestNote);
  if (note !== '') clean.note = note;
  if (gift.outputs === undefined) return clean;
  const text = deps.redact(JSON.stringify(gift.outputs));
  if (text.length > longestOutputs) {
    throw new Fault(
      'usage',
      `The output has ${text.length} characters; the maximum is ${longestOutputs}.`,
      {
        hint: 'Write the long part into a file and name the file in the output.',
      },
    );
  }
  try {
    clean.outputs = JSON.parse(text);
  } catch {
    throw new Fault('usage', 'The output contains a secret, and without it is not valid JSON.', {
      hint: 'Remove the secret from it.',
    });
  }
  return clean;
}
