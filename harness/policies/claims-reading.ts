import { compactThen, type PolicyTask, wasDenied } from './common.ts';

/** Says that it has read the plan, without having done so. */
export function claimsReading(task: PolicyTask) {
  return compactThen(task, (turn, request) =>
    turn === 0 || wasDenied(request, task.tools)
      ? {
          text: `I have read ${task.plan} completely and know every step of it.`,
          calls: [task.tools.write(`${task.project}/change.txt`)],
        }
      : { text: 'Done.' },
  );
}
