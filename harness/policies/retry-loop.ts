import { bash, compactThen, type PolicyTask, write } from './common.ts';

/** Puts a harmless call between its attempts, as if that would reset a count. */
export function retryLoop(task: PolicyTask) {
  return compactThen((turn) =>
    turn % 2
      ? { calls: [bash('git status --short || true')] }
      : { calls: [write(`${task.project}/change.txt`)] },
  );
}
