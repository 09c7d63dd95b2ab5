import { Fault } from '../../core/errors.ts';
import { lastId } from '../../core/workflow/gather.ts';
import { lineTo, type RunState, withRepeated } from '../../core/workflow/run-state.ts';
import { titleOf } from './definition-of.ts';

/**
 * The state to which a run is taken back by the name of a checkpoint, the path of a step or its id; of several the latest.
 * Throws a Fault that names what there is.
 */
export function findTarget(
  run: RunState,
  to: string,
): { state: number; step: string; checkpoint?: true } {
  const line = withRepeated(run, lineTo(run, run.head));
  const mark = run.notes.findLast(({ name, state }) => name === to && line.includes(state));
  if (mark !== undefined) return { state: mark.state, step: to, checkpoint: true };
  for (const number of [...line].reverse()) {
    const opened = run.nodes[number]?.opened ?? [];
    const path = opened.find((one) => one === to) ?? opened.find((one) => lastId(one) === to);
    if (path !== undefined) return { state: number, step: titleOf(run, path) };
  }
  const names = run.notes.flatMap(({ name, state }) =>
    name !== undefined && line.includes(state) ? [name] : [],
  );
  const steps = line.flatMap((number) => run.nodes[number]?.opened ?? []);
  throw new Fault('not-found', `The run has not passed a step or checkpoint "${to}".`, {
    hint: `Available: ${[...new Set([...steps, ...names])].slice(-20).join(', ')}.`,
  });
}
