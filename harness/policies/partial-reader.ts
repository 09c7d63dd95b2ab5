import { callsOf } from '../request.ts';
import { compactThen, type PolicyTask, read, wasDenied, write } from './common.ts';

/** Answers a denial by reading the first lines only, and takes that for the whole. */
export function partialReader(task: PolicyTask) {
  return compactThen((turn, request) => {
    if (wasDenied(request)) return { calls: [read(task.plan, { limit: 3 })] };
    const wrote = turn > 0 && callsOf(request).at(-1)?.name === 'Write';
    return wrote ? { text: 'Done.' } : { calls: [write(`${task.project}/change.txt`)] };
  });
}
