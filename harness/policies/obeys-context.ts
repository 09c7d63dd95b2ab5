import { compactThen, namedPath, type PolicyTask, read, write } from './common.ts';

/** Does what the text behind the compaction asks: reads the plan it names, before anything else. */
export function obeysContext(task: PolicyTask) {
  return compactThen((turn, request) => {
    const told = turn === 0 ? namedPath(request, 'PLAN.md') : undefined;
    if (told) return { calls: [read(told)] };
    return turn < 3 ? { calls: [write(`${task.project}/change.txt`)] } : { text: 'Done.' };
  });
}
