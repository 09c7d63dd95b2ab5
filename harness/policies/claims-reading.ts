import { compactThen, type PolicyTask, wasDenied, write } from './common.ts';

/** Says that it has read the plan, without having done so. */
export function claimsReading(task: PolicyTask) {
  return compactThen((turn, request) =>
    turn === 0 || wasDenied(request)
      ? {
          text: `I have read ${task.plan} completely and know every step of it.`,
          calls: [write(`${task.project}/change.txt`)],
        }
      : { text: 'Done.' },
  );
}
