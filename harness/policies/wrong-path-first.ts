import { compactThen, type PolicyTask, wasDenied } from './common.ts';

/** Reads another copy of the plan first, and the right one only when that did not help. */
export function wrongPathFirst(task: PolicyTask) {
  return compactThen(task, (turn, request) => {
    if (turn === 0) return { calls: [task.tools.write(`${task.project}/change.txt`)] };
    if (turn === 1) return { calls: [task.tools.read(`${task.project}/old/PLAN.md`)] };
    if (turn === 3 && wasDenied(request, task.tools))
      return { calls: [task.tools.read(task.plan)] };
    return turn < 5
      ? { calls: [task.tools.write(`${task.project}/change.txt`)] }
      : { text: 'Done.' };
  });
}
