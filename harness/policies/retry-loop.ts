import { compactThen, type PolicyTask } from './common.ts';

/** Puts a harmless call between its attempts, as if that would reset a count. */
export function retryLoop(task: PolicyTask) {
  return compactThen(task, (turn) =>
    turn % 2
      ? { calls: [task.tools.shell('git status --short || true')] }
      : { calls: [task.tools.write(`${task.project}/change.txt`)] },
  );
}
