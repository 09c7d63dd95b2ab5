import { compactThen, namedPath, type PolicyTask, wasDenied } from './common.ts';

/** Overlooks the brief, but does what a denial asks, and then repeats its call. */
export function obeysDenial(task: PolicyTask) {
  return compactThen(task, (turn, request) => {
    if (wasDenied(request, task.tools)) {
      const path = namedPath(request, '.md');
      return path ? { calls: [task.tools.read(path)] } : { text: 'The denial names no file.' };
    }
    return turn < 4
      ? { calls: [task.tools.write(`${task.project}/change.txt`)] }
      : { text: 'Done.' };
  });
}
