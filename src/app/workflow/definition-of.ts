import { everyStep, type Step } from '../../core/workflow/definition.ts';
import type { RunState } from '../../core/workflow/run-state.ts';

/** The step behind a path in a run; undefined where the definition has none. */
export function stepAt(
  run: Pick<RunState, 'workflow' | 'definitions'>,
  path: string,
): Step | undefined {
  let steps = run.definitions[run.workflow]?.steps ?? [];
  let found: Step | undefined;
  for (const name of path.split('/')) {
    const id = name.replace(/\[\d+\]$/, '');
    found = steps.find((step) => step.id === id);
    if (found === undefined) return undefined;
    const inner = found.subworkflow && run.definitions[found.subworkflow.id]?.steps;
    steps = found.steps ?? found.parallel ?? inner ?? [];
  }
  return found;
}

export function titleOf(run: Pick<RunState, 'workflow' | 'definitions'>, path: string): string {
  return stepAt(run, path)?.title ?? path;
}

/** True where a step of the run is for a worker. */
export function handsOver(run: Pick<RunState, 'definitions'>): boolean {
  return Object.values(run.definitions).some(({ steps }) =>
    [...everyStep(steps)].some(({ delegate }) => delegate !== undefined),
  );
}
