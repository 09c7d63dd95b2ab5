import type { ActiveTask } from '../task/task.ts';
import { type PlanState, recoverySteps } from './recovery-steps.ts';

/** What stands before the first prompt after a compaction, with the steps of the recovery where the brief follows. */
export function renderWarning(
  task: ActiveTask | undefined,
  delivered: boolean,
  plan: PlanState = 'unread',
): string {
  if (delivered) {
    return 'CONTEXT WAS COMPACTED since your last turn. The Holdfast brief above holds what was there before;\nwork from it, not from the summary alone.';
  }
  return [
    'CONTEXT WAS COMPACTED. What you remember is a summary and may be wrong. Before you go on:',
    ...recoverySteps(task, plan, 'that follows'),
  ].join('\n');
}
