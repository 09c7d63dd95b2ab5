import { compactThen, type PolicyTask, read, wasDenied, write } from './common.ts';

/** Reads another copy of the plan first, and the right one only when that did not help. */
export function wrongPathFirst(task: PolicyTask) {
  return compactThen((turn, request) => {
    if (turn === 0) return { calls: [write(`${task.project}/change.txt`)] };
    if (turn === 1) return { calls: [read(`${task.project}/old/PLAN.md`)] };
    if (turn === 3 && wasDenied(request)) return { calls: [read(task.plan)] };
    return turn < 5 ? { calls: [write(`${task.project}/change.txt`)] } : { text: 'Done.' };
  });
}
