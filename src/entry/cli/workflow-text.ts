import { neutralise, untrusted } from '../../core/trust/untrusted.ts';
import { allowedText } from '../../core/workflow/allowed-text.ts';
import type { WorkflowAnswer } from '../../core/workflow/run-entry.ts';
import type { StepView } from '../../core/workflow/step-view.ts';
import type { Outcome } from './command.ts';

/** An answer about a run, for a person or an agent that reads. */
export function answerOutcome(answer: WorkflowAnswer, extra: string[] = []): Outcome {
  const { said, view, beside = [], again } = answer;
  const first = [again ? 'As answered before: ' : '', said].join('').trim();
  const parts = [
    ...(first === '' ? [] : [first]),
    ...extra,
    ...(view === undefined ? [] : [stepText(view)]),
    ...beside.map(
      ({ step, title, prompt, token }) =>
        `Beside it, in any order: ${step} - ${untrusted(title, 200)}\n\n${indented(prompt)}\n\n  When it is done:\n    holdfast workflow next --token ${token}`,
    ),
  ];
  return {
    text: parts.join('\n\n'),
    data: answer,
    failed: answer.outcome === 'missing' || answer.outcome === 'stuck',
  };
}

/** The pending step with all that is known of it. */
export function stepText(view: StepView): string {
  const allowed = allowedText(view);
  const lines = [
    `Run ${view.run} of "${untrusted(view.title, 200)}". Step ${view.step}: ${untrusted(view.stepTitle, 200)}`,
    '',
    indented(view.prompt),
    '',
    ...(allowed === undefined ? [] : [`Allowed: ${untrusted(allowed, 2_000)}`]),
    ...missingLines(view),
    ...pastLines(view),
    'When it is done:',
    `  holdfast workflow next --token ${view.token}`,
  ];
  return lines.join('\n');
}

function missingLines({ missing }: StepView): string[] {
  if (missing.length === 0) return ['Missing: nothing.'];
  return missing.flatMap(({ what, next, asked }) => [
    `Missing${asked > 0 ? ` (asked ${asked === 1 ? 'once' : `${asked} times`})` : ''}: ${untrusted(what, 1_000)}`,
    ...(next === '' ? [] : [`  To get it: ${untrusted(next, 2_000)}`]),
  ]);
}

function pastLines({ past }: StepView): string[] {
  if (past.length === 0) return [];
  return [
    'Done so far:',
    ...past.map(
      ({ step, title, note }) =>
        `  ${step} - ${untrusted(title, 200)}${note === undefined ? '' : `: ${untrusted(note, 2_000)}`}`,
    ),
  ];
}

function indented(text: string): string {
  return neutralise(text)
    .trim()
    .split('\n')
    .map((line) => `  ${line}`.trimEnd())
    .join('\n');
}
