import { compactThen, type PolicyTask } from './common.ts';

/** Never looks at what it is told: one change after the other, each another file. */
export function oblivious(task: PolicyTask) {
  return compactThen(task, (turn) =>
    turn < 8
      ? {
          calls: [
            turn % 2
              ? task.tools.shell(`echo x > change-${turn}.txt`)
              : task.tools.write(`${task.project}/change-${turn}.txt`),
          ],
        }
      : { text: 'Done.' },
  );
}
