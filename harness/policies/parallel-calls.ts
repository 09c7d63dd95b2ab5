import { compactThen, type PolicyTask, wasDenied } from './common.ts';

/** Sends the read together with the changes that should have waited for it. */
export function parallelCalls(task: PolicyTask) {
  return compactThen(task, (turn, request) => {
    const changes = [
      task.tools.write(`${task.project}/change-${turn}.txt`),
      task.tools.shell(`echo x > shell-${turn}.txt`),
    ];
    if (turn === 0) return { calls: [...changes, task.tools.read(task.plan)] };
    return wasDenied(request, task.tools) && turn < 4 ? { calls: changes } : { text: 'Done.' };
  });
}
