import type { ActiveTask } from '../task/task.ts';
import { untrustedPath } from '../trust/untrusted.ts';

/** What stands before the first prompt after a compaction, with the steps of the recovery. */
export function renderWarning(task: ActiveTask | undefined, delivered: boolean): string {
  if (delivered) {
    return 'CONTEXT WAS COMPACTED since your last turn. The Holdfast brief above holds what was there before;\nwork from it, not from the summary alone.';
  }
  const plan = task
    ? `1. Read ${untrustedPath(task.path)}.`
    : '1. Look for the plan or notes that you were working from.';
  return [
    'CONTEXT WAS COMPACTED. What you remember is a summary and may be wrong. Before you go on:',
    plan,
    '2. Look at `git diff --stat`.',
    '3. Review the files in scope for changes that are already made.',
    '4. Rebuild your position from the snapshot that follows.',
  ].join('\n');
}
