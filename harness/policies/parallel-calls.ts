import { bash, compactThen, type PolicyTask, read, wasDenied, write } from './common.ts';

/** Sends the read together with the changes that should have waited for it. */
export function parallelCalls(task: PolicyTask) {
  return compactThen((turn, request) => {
    const changes = [
      write(`${task.project}/change-${turn}.txt`),
      bash(`echo x > shell-${turn}.txt`),
    ];
    if (turn === 0) return { calls: [...changes, read(task.plan)] };
    return wasDenied(request) && turn < 4 ? { calls: changes } : { text: 'Done.' };
  });
}
