import { compactThen, type PolicyTask, wasDenied } from './common.ts';

/** Sends the very same call again as long as it is denied, and never reads. */
export function stubborn(task: PolicyTask) {
  return compactThen(task, (turn, request) =>
    turn === 0 || wasDenied(request, task.tools)
      ? { calls: [task.tools.write(`${task.project}/change.txt`)] }
      : { text: 'Done.' },
  );
}
