import { compactThen, namedPath, type PolicyTask, read, wasDenied, write } from './common.ts';

/** Overlooks the brief, but does what a denial asks, and then repeats its call. */
export function obeysDenial(task: PolicyTask) {
  return compactThen((turn, request) => {
    if (wasDenied(request)) {
      const path = namedPath(request, '.md');
      return path ? { calls: [read(path)] } : { text: 'The denial names no file.' };
    }
    return turn < 4 ? { calls: [write(`${task.project}/change.txt`)] } : { text: 'Done.' };
  });
}
