import { Fault } from '../../core/errors.ts';
import { sessionKey } from '../../core/workflow/gather.ts';
import { positionOf, progressAt } from '../../core/workflow/position.ts';
import type { RunSession } from '../../core/workflow/run-entry.ts';
import { currentSession, type RunState } from '../../core/workflow/run-state.ts';
import { readToken } from '../../core/workflow/token.ts';
import { endOf } from './answer.ts';
import { titleOf } from './definition-of.ts';
import type { RunStore, WorkflowDeps } from './ports.ts';

/** A run in one line. */
export interface RunRow {
  run: string;
  workflow: string;
  title: string;
  status: 'open' | 'done' | 'stuck' | 'abandoned';
  /** The pending step. */
  step?: string;
  stepTitle?: string;
  parameters: RunState['parameters'];
  project: string;
  session?: RunSession;
  /** ISO time. */
  started: string;
}

/** The run as its log says it. Throws a Fault where there is none, or its log cannot be understood. */
export function loadRun(deps: { runs: Pick<RunStore, 'load'> }, id: string): RunState {
  const stored = /^[a-z0-9-]{4,40}$/.test(id) ? deps.runs.load(id) : undefined;
  if (stored !== undefined) return stored.state;
  throw new Fault('not-found', `There is no run "${id.slice(0, 60)}".`, {
    hint: 'List the runs: holdfast workflow list --runs',
  });
}

export function rowOf(run: RunState): RunRow {
  const position = positionOf(run, progressAt(run, run.head));
  const step = position.open[0]?.path;
  const session = currentSession(run);
  return {
    run: run.run,
    workflow: run.workflow,
    title: run.definitions[run.workflow]?.title ?? run.workflow,
    status: endOf(run, position)?.outcome ?? 'open',
    ...(step !== undefined && { step, stepTitle: titleOf(run, step) }),
    parameters: run.parameters,
    project: run.project,
    ...(session && { session }),
    started: run.time,
  };
}

const mostLookedInto = 1_000;

/**
 * The run that is meant: the named one, that of the token, the one that this session works on, else the newest open one of the
 * project. Throws a Fault where there is none.
 */
export function chooseRun(
  deps: Pick<WorkflowDeps, 'runs' | 'session'>,
  wish: { run?: string; token?: string; project: string },
): string {
  if (wish.run !== undefined) return loadRun(deps, wish.run).run;
  if (wish.token !== undefined) {
    const claim = readToken((text) => deps.runs.sign(text), wish.token);
    if (claim !== undefined) return claim.run;
    throw new Fault(
      'refused',
      'The token is incomplete or was not issued by Holdfast. Nothing was changed.',
      {
        hint: 'See the pending step and its token: holdfast workflow next',
      },
    );
  }
  let here: string | undefined;
  for (const id of deps.runs.list().slice(0, mostLookedInto)) {
    const run = deps.runs.load(id)?.state;
    if (run === undefined || rowOf(run).status === 'done' || run.abandoned !== undefined) continue;
    const own = currentSession(run);
    if (deps.session && own && sessionKey(own) === sessionKey(deps.session)) return id;
    if (run.project === wish.project) here ??= id;
    // The runs are in the order of their last writing: without a session the first one is it.
    if (deps.session === undefined && here !== undefined) return here;
  }
  if (here !== undefined) return here;
  throw new Fault('not-found', 'This project has no open workflow run.', {
    hint: 'Start one: holdfast workflow list, then holdfast workflow start ID',
  });
}

/** Open runs that an id or words mean: words are looked for in titles, parameters, steps and notes; all must be there. */
export function findRuns(
  deps: { runs: Pick<RunStore, 'list' | 'load'> },
  words: readonly string[],
): RunRow[] {
  const wanted = words.flatMap((word) => word.toLowerCase().split(/\s+/)).filter(Boolean);
  const found: RunRow[] = [];
  for (const id of deps.runs.list().slice(0, mostLookedInto)) {
    const run = deps.runs.load(id)?.state;
    if (run === undefined) continue;
    const row = rowOf(run);
    if (words.length === 1 && words[0] === id) return [row];
    if (row.status === 'done' || row.status === 'abandoned') continue;
    const text = searchText(run, row);
    if (wanted.every((word) => text.includes(word))) found.push(row);
  }
  return found;
}

function searchText(run: RunState, row: RunRow): string {
  return [
    row.run,
    row.workflow,
    row.title,
    row.step,
    row.stepTitle,
    JSON.stringify(run.parameters),
    ...run.notes.map(({ name, text }) => `${name ?? ''} ${text}`),
    ...Object.values(run.nodes).map(({ note }) => note ?? ''),
  ]
    .join('\n')
    .toLowerCase();
}
