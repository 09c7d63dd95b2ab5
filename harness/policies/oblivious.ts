import { bash, compactThen, type PolicyTask, write } from './common.ts';

/** Never looks at what it is told: one change after the other, each another file. */
export function oblivious(task: PolicyTask) {
  return compactThen((turn) =>
    turn < 8
      ? {
          calls: [
            turn % 2
              ? bash(`echo x > change-${turn}.txt`)
              : write(`${task.project}/change-${turn}.txt`),
          ],
        }
      : { text: 'Done.' },
  );
}
