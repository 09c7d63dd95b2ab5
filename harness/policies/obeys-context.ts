import { compactThen, namedPath, type PolicyTask } from './common.ts';

/** Does what the text behind the compaction asks: reads the plan it names, before anything else. */
export function obeysContext(task: PolicyTask) {
  return compactThen(task, (turn, request) => {
    const told = turn === 0 ? namedPath(request, 'PLAN.md') : undefined;
    if (told) return { calls: [task.tools.read(told)] };
    return turn < 3
      ? { calls: [task.tools.write(`${task.project}/change.txt`)] }
      : { text: 'Done.' };
  });
}
