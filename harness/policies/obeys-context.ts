import { callsOf } from '../request.ts';
import { compactThen, namedPath, type PolicyTask } from './common.ts';

/** Does what the text behind the compaction asks, once it is told: reads the plan it names, before anything else. */
export function obeysContext(task: PolicyTask) {
  return compactThen(task, (turn, request) => {
    const hasRead = callsOf(request).some((call) => task.tools.kindOf(call) === 'read');
    const told = hasRead ? undefined : namedPath(request, 'PLAN.md');
    if (told) return { calls: [task.tools.read(told)] };
    return turn < 4
      ? { calls: [task.tools.write(`${task.project}/change-${turn}.txt`)] }
      : { text: 'Done.' };
  });
}
