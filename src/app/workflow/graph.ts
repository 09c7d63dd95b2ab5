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
  /** The condition that it stands under, as text; steps under the same one follow each other. */
  condition?: string;
  /** Path of the step around it, where what is in that one is done in any order. */
  beside?: string;
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
  beside?: string,
): GraphRow[] {
  return steps.flatMap((step) => {
    const path = `${prefix}${step.id}`;
    const called = step.subworkflow && definitions[step.subworkflow.id]?.steps;
    const inner = step.steps ?? step.parallel ?? called ?? [];
    return [
      {
        step: path,
        title: step.title,
        depth,
        state,
        marks: marksOf(step),
        ...(step.when && { condition: JSON.stringify(step.when) }),
        ...(beside !== undefined && { beside }),
      },
      ...rowsOf(inner, `${path}/`, depth + 1, state, definitions, step.parallel && path),
    ];
  });
}

const rounds = ' rounds';

function marksOf(step: Step): string[] {
  return [
    ...(step.when ? ['on a condition'] : []),
    ...(step.repeat ? [`up to ${step.repeat.most}${rounds}`] : []),
    ...(step.parallel ? ['in any order'] : []),
    ...(step.subworkflow ? [`workflow ${step.subworkflow.id}`] : []),
    ...(step.delegate ? ['by a worker'] : []),
    ...(step.ask === undefined ? [] : ['asks the user']),
  ];
}

/** The steps of a run: what was done, what is pending, and with `all` what comes later. */
export function runRows(run: RunState, all: boolean): GraphRow[] {
  const rows: GraphRow[] = [];
  const main = run.definitions[run.workflow];
  const whole = main ? rowsOf(main.steps, '', 0, 'later', run.definitions) : [];
  const inGroup = new Set(
    whole.filter(({ beside }) => beside !== undefined).map(({ step }) => lastId(step)),
  );
  const add = (step: string, state: GraphRow['state'], marks: string[] = []) =>
    rows.push({
      step,
      title: titleOf(run, step),
      depth: 0,
      state,
      marks,
      ...(inGroup.has(lastId(step)) && { beside: step.slice(0, step.lastIndexOf('/')) }),
    });
  for (const number of lineTo(run, run.head)) {
    const step = run.nodes[number]?.step;
    if (step !== undefined) add(step, 'done');
  }
  const { open } = positionOf(run, progressAt(run, run.head));
  for (const { path } of run.abandoned === undefined ? open : []) add(path, 'pending');
  if (!all) return rows;
  const reached = new Set(rows.map(({ step }) => lastId(step)));
  return [...rows, ...whole.filter(({ step }) => !reached.has(lastId(step)))];
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

/**
 * The same as a flowchart of Mermaid. Steps under different conditions stand beside each other behind the step before them, and
 * what is done in rounds leads back to its beginning.
 */
export function mermaid(title: string, rows: readonly GraphRow[]): string {
  const text = (value: string) => untrusted(value, 120).replace(/["#;<>`]/g, ' ');
  const lines = rows.map(({ title: name, marks, state }, at) => {
    const told = marks.length === 0 ? '' : ` (${marks.join(', ')})`;
    const style = state === 'step' ? '' : `:::${state}`;
    return `  s${at}["${text(name)}${told}"]${style}`;
  });
  const arrows = { next: '-->', maybe: '-.->', again: '-. again .->' };
  const drawn = arrowsOf(rows).map(({ from, to, kind }) => `  s${from} ${arrows[kind]} s${to}`);
  return [`%% ${text(title)}`, 'flowchart TD', ...lines, ...drawn].join('\n');
}

/** An arrow from one row to another, by their places. `maybe`: where a condition holds; `again`: back, for another round. */
export interface GraphArrow {
  from: number;
  to: number;
  kind: 'next' | 'maybe' | 'again';
}

/** What follows what. Steps under different conditions stand beside each other, and so do those that are done in any order. */
export function arrowsOf(rows: readonly GraphRow[]): GraphArrow[] {
  const arrows: GraphArrow[] = [];
  chain(rows, [...rows.keys()], [], undefined, arrows);
  for (const [to, { marks, depth }] of rows.entries()) {
    if (!marks.some((mark) => mark.endsWith(rounds))) continue;
    const next = rows.findIndex((row, index) => index > to && row.depth <= depth);
    const from = (next < 0 ? rows.length : next) - 1;
    if (from > to) arrows.push({ from, to, kind: 'again' });
  }
  return arrows;
}

/** Adds the arrows between these rows, the first of which follow `entry`. `within`: the group that they are one branch of. Answers with the ends. */
function chain(
  rows: readonly GraphRow[],
  places: readonly number[],
  entry: readonly number[],
  within: string | undefined,
  arrows: GraphArrow[],
): number[] {
  let sure = entry;
  /** The last step under each condition since the last one under none. */
  let under = new Map<string, number>();
  for (let at = 0; at < places.length; ) {
    const to = places[at]!;
    const { condition, beside } = rows[to]!;
    if (beside !== undefined && beside !== within) {
      const branches = branchesFrom(rows, places.slice(at), beside);
      const before = [...sure, ...under.values()];
      sure = branches.flatMap((branch) => chain(rows, branch, before, beside, arrows));
      under = new Map();
      at += branches.flat().length;
      continue;
    }
    at += 1;
    const same = condition === undefined ? undefined : under.get(condition);
    const kind = condition === undefined || same !== undefined ? 'next' : 'maybe';
    const open = condition === undefined ? [...sure, ...under.values()] : sure;
    for (const from of same === undefined ? open : [same]) arrows.push({ from, to, kind });
    if (condition !== undefined) under.set(condition, to);
    else {
      sure = [to];
      under = new Map();
    }
  }
  return [...sure, ...under.values()];
}

/** The rows of a group that is done in any order, by its branches; another round of it is another group. */
function branchesFrom(
  rows: readonly GraphRow[],
  places: readonly number[],
  group: string,
): number[][] {
  const branches: number[][] = [];
  const begun = new Set<string>();
  for (const place of places) {
    const { step, beside } = rows[place]!;
    const begins = beside === group;
    if (!begins && !step.startsWith(`${group}/`)) break;
    if (begins && begun.has(step)) break;
    if (begins) branches.push([]);
    begun.add(step);
    branches.at(-1)?.push(place);
  }
  return branches;
}
