import { conditionHolds } from './condition.ts';
import type { Repeat, Step, Workflow } from './definition.ts';
import type { Rounds } from './run-entry.ts';
import { lineTo, type RunState } from './run-state.ts';
import { fill } from './template.ts';

/** Where values come from: a workflow's parameters, and what its steps gave out. */
export interface Scope {
  parameters: Record<string, unknown>;
  outputs: Record<string, Record<string, unknown>>;
}

/** A step that can be worked on. */
export interface OpenStep {
  path: string;
  step: Step;
  scope: Scope;
}

/** What is behind a run in one of its states. */
export interface Progress {
  /** Paths of steps that were done, with what they gave out. */
  done: Map<string, unknown>;
  rounds: Rounds;
}

/** Where a run stands. */
export interface Position {
  /** Empty when the run is over, stuck or undecided. */
  open: OpenStep[];
  /** A repeated step whose rounds are gone without what they were for. */
  stuck?: { path: string; step: Step };
  /** A round is gone, and whether another one follows is not decided yet. */
  undecided?: { path: string; round: number; repeat: Repeat; scope: Scope };
}

export function progressAt(run: RunState, state: number): Progress {
  const progress: Progress = { done: new Map(), rounds: {} };
  for (const number of lineTo(run, state)) {
    const node = run.nodes[number];
    if (node?.step !== undefined) progress.done.set(node.step, node.outputs);
    Object.assign(progress.rounds, node?.rounds);
  }
  return progress;
}

/** Where a run stands that is so far. */
export function positionOf(
  run: Pick<RunState, 'workflow' | 'definitions' | 'parameters'>,
  progress: Progress,
): Position {
  const { workflow, definitions, parameters } = run;
  const position: Position = { open: [] };
  const scope: Scope = { parameters, outputs: {} };
  const main = definitions[workflow];
  if (main !== undefined) inOrder(main.steps, '', scope);
  return position;

  /** True when nothing is left to do in it. */
  function inOrder(steps: readonly Step[], prefix: string, scope: Scope): boolean {
    return steps.every((step) => isOver(step, prefix, scope));
  }

  function isOver(step: Step, prefix: string, scope: Scope): boolean {
    if (step.when && !conditionHolds(step.when, (name) => valueIn(scope, name))) return true;
    if (step.repeat === undefined) return isOverOnce(step, `${prefix}${step.id}`, scope);
    for (let round = 1; ; round += 1) {
      const path = `${prefix}${step.id}[${round}]`;
      if (!isOverOnce(step, path, scope)) return false;
      const verdict = progress.rounds[path];
      if (verdict === undefined) {
        position.undecided ??= { path, round, repeat: step.repeat, scope };
        return false;
      }
      scope.outputs[step.id] = {
        ...scope.outputs[step.id],
        rounds: round,
        stuck: verdict === 'stuck',
      };
      if (verdict === 'over') return true;
      if (verdict === 'stuck') {
        if (step.repeat.goesOn) return true;
        position.stuck ??= { path, step };
        return false;
      }
    }
  }

  function isOverOnce(step: Step, path: string, scope: Scope): boolean {
    if (step.steps) return inOrder(step.steps, `${path}/`, scope);
    if (step.parallel) {
      // Each is looked at, so that all that can be done is open.
      return step.parallel.map((one) => isOver(one, `${path}/`, scope)).every(Boolean);
    }
    const { subworkflow } = step;
    const inner = subworkflow && definitions[subworkflow.id];
    if (subworkflow && inner && !step.delegate) {
      return inOrder(inner.steps, `${path}/`, innerScope(inner, subworkflow.parameters, scope));
    }
    if (!progress.done.has(path)) {
      position.open.push({ path, step, scope: { ...scope, outputs: { ...scope.outputs } } });
      return false;
    }
    const outputs = progress.done.get(path);
    if (typeof outputs === 'object' && outputs !== null) {
      scope.outputs[step.id] = { ...(outputs as Record<string, unknown>) };
    }
    return true;
  }
}

function innerScope(
  workflow: Workflow,
  given: Record<string, string | string[]>,
  outer: Scope,
): Scope {
  return {
    parameters: withDefaults(
      workflow,
      fill(given, (name) => valueIn(outer, name)),
    ),
    outputs: {},
  };
}

/** What a workflow's parameters are when some are given. */
export function withDefaults(
  workflow: Workflow,
  given: Record<string, string | string[]>,
): Record<string, string | string[]> {
  const all: Record<string, string | string[]> = {};
  for (const { name, default: value } of workflow.parameters) {
    const own = given[name] ?? value;
    if (own !== undefined) all[name] = own;
  }
  return all;
}

/** The value behind a reference: a parameter's name, or a step's id with a path in what it gave out. */
export function valueIn(scope: Scope, reference: string): unknown {
  if (Object.hasOwn(scope.parameters, reference)) return scope.parameters[reference];
  const [id = '', ...path] = reference.split('.');
  if (!Object.hasOwn(scope.outputs, id)) return undefined;
  let value: unknown = scope.outputs[id];
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}
