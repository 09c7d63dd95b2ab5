import { type OpenStep, valueIn } from '../../core/workflow/position.ts';
import type { RunState } from '../../core/workflow/run-state.ts';
import { fill } from '../../core/workflow/template.ts';
import { pastOf } from './view.ts';

/** A step as a worker's ticket says it. `child`: the run that the worker goes through for it. */
export function handedTask(
  run: RunState,
  { step, path, scope }: OpenStep,
  child?: string,
): { title: string; objective: string; contract: string } {
  const filled = <T>(value: T): T => fill(value, (name) => valueIn(scope, name));
  const title = filled(step.title);
  const workflow = run.definitions[run.workflow]?.title ?? run.workflow;
  const notes = pastOf(run).flatMap(({ title: name, note }) =>
    note === undefined ? [] : [`- ${name}: ${note}`],
  );
  const parts = [
    `This is the step "${path}" of the workflow run ${run.run} (${workflow}), which goes on with what comes of it.`,
    ...(step.prompt === undefined ? [] : [filled(step.prompt).trim()]),
    ...(child === undefined
      ? []
      : [
          `It is done in steps of its own. Take them up first: holdfast workflow resume ${child}\nThen do what each answer says, until it says that the run is done.`,
        ]),
    ...(step.paths ? [`Change only: ${filled(step.paths).join(', ')}`] : []),
    ...(notes.length === 0 ? [] : [`What was noted before:\n${notes.join('\n')}`]),
    step.outputs === undefined
      ? 'At the end say what came of it as the result of the ticket.'
      : `At the end give as the result of the ticket JSON alone, as this schema asks: ${JSON.stringify(filled(step.outputs))}`,
  ];
  return {
    title: `${title} (${workflow})`.slice(0, 200),
    objective: title,
    contract: parts.join('\n\n'),
  };
}
