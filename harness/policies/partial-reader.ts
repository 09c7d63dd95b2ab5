import { callsOf } from '../request.ts';
import { compactThen, type PolicyTask, wasDenied } from './common.ts';

/** Answers a denial by reading the first lines only, and takes that for the whole. */
export function partialReader(task: PolicyTask) {
  return compactThen(task, (turn, request) => {
    if (wasDenied(request, task.tools)) return { calls: [task.tools.read(task.plan, 3)] };
    const last = callsOf(request).at(-1);
    const wrote = turn > 0 && last !== undefined && task.tools.kindOf(last) === 'write';
    return wrote ? { text: 'Done.' } : { calls: [task.tools.write(`${task.project}/change.txt`)] };
  });
}
