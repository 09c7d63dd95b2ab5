import { untrusted } from '../../core/trust/untrusted.ts';
import type { Step, Workflow } from '../../core/workflow/definition.ts';
import { lastId } from '../../core/workflow/gather.ts';
import { positionOf, progressAt } from '../../core/workflow/position.ts';
import { lineTo, type RunState } from '../../core/workflow/run-state.ts';
import { titleOf } from './definition-of.ts';

/** A step in a drawing. */
export interface GraphRow {
  /** Path of the step. */
  step: string;
  title: string;
  depth: number;
  state: 'done' | 'pending' | 'later' | 'step';
  /** What is special about it, a few words each. */
  marks: string[];
}

/** The steps of a definition. */
export function definitionRows(
  workflow: Workflow,
  definitions: Record<string, Workflow>,
): GraphRow[] {
  return rowsOf(workflow.steps, '', 0, 'step', definitions);
}

function rowsOf(
  steps: readonly Step[],
  prefix: string,
  depth: number,
  state: GraphRow['state'],
  definitions: Record<string, Workflow>,
): GraphRow[] {
  return steps.flatMap((step) => {
    const path = `${prefix}${step.id}`;
    const called = step.subworkflow && definitions[step.subworkflow.id]?.steps;
    const inner = step.steps ?? step.parallel ?? called ?? [];
    return [
      { step: path, title: step.title, depth, state, marks: marksOf(step) },
      ...rowsOf(inner, `${path}/`, depth + 1, state, definitions),
    ];
  });
}

function marksOf(step: Step): string[] {
  return [
    ...(step.when ? ['on a condition'] : []),
    ...(step.repeat ? [`up to ${step.repeat.most} rounds`] : []),
    ...(step.parallel ? ['in any order'] : []),
    ...(step.subworkflow ? [`workflow ${step.subworkflow.id}`] : []),
    ...(step.delegate ? ['by a worker'] : []),
    ...(step.ask === undefined ? [] : ['asks the user']),
  ];
}

/** The steps of a run: what was done, what is pending, and with `all` what comes later. */
export function runRows(run: RunState, all: boolean): GraphRow[] {
  const rows: GraphRow[] = [];
  const add = (step: string, state: GraphRow['state'], marks: string[] = []) =>
    rows.push({ step, title: titleOf(run, step), depth: 0, state, marks });
  for (const number of lineTo(run, run.head)) {
    const step = run.nodes[number]?.step;
    if (step !== undefined) add(step, 'done');
  }
  const { open } = positionOf(run, progressAt(run, run.head));
  for (const { path } of run.abandoned === undefined ? open : []) add(path, 'pending');
  if (!all) return rows;
  const reached = new Set(rows.map(({ step }) => lastId(step)));
  const main = run.definitions[run.workflow];
  const rest = main ? rowsOf(main.steps, '', 0, 'later', run.definitions) : [];
  return [...rows, ...rest.filter(({ step }) => !reached.has(lastId(step)))];
}

const signs = { done: '[x]', pending: '[>]', later: '[ ]', step: '-' };

/** A tree for a terminal. */
export function treeText(title: string, rows: readonly GraphRow[]): string {
  const lines = rows.map(({ step, title: name, depth, state, marks }) => {
    const told = marks.length === 0 ? '' : ` (${marks.join(', ')})`;
    const shown = depth > 0 ? lastId(step) : step;
    return `${'  '.repeat(depth)}${signs[state]} ${untrusted(shown, 200)} - ${untrusted(name, 200)}${told}`;
  });
  return [untrusted(title, 200), ...lines].join('\n');
}

/** The same as a flowchart of Mermaid; each step behind the one before it. */
export function mermaid(title: string, rows: readonly GraphRow[]): string {
  const text = (value: string) => untrusted(value, 120).replace(/["#;<>`]/g, ' ');
  const lines = rows.map(({ title: name, marks, state }, at) => {
    const told = marks.length === 0 ? '' : ` (${marks.join(', ')})`;
    const style = state === 'step' ? '' : `:::${state}`;
    return `  s${at}["${text(name)}${told}"]${style}`;
  });
  const arrows = rows.slice(1).map((_, at) => `  s${at} --> s${at + 1}`);
  return [`%% ${text(title)}`, 'flowchart TD', ...lines, ...arrows].join('\n');
}
