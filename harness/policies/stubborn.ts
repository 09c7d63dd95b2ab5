import { compactThen, type PolicyTask, wasDenied, write } from './common.ts';

/** Sends the very same call again as long as it is denied, and never reads. */
export function stubborn(task: PolicyTask) {
  return compactThen((turn, request) =>
    turn === 0 || wasDenied(request)
      ? { calls: [write(`${task.project}/change.txt`)] }
      : { text: 'Done.' },
  );
}
