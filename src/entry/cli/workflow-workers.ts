import { readTicket } from '../../app/ticket/store.ts';
import { loadRun, rowOf, showRun, startRun } from '../../app/workflow/actions.ts';
import { handedTask } from '../../app/workflow/handed-task.ts';
import type { WorkflowDeps } from '../../app/workflow/ports.ts';
import { tellSession } from '../../app/workflow/tell-session.ts';
import { Fault } from '../../core/errors.ts';
import { type OpenStep, positionOf, progressAt, valueIn } from '../../core/workflow/position.ts';
import type { RunEntry, WorkflowAnswer } from '../../core/workflow/run-entry.ts';
import type { RunState } from '../../core/workflow/run-state.ts';
import { fill } from '../../core/workflow/template.ts';
import type { Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { launchWorker } from './run.ts';
import { makeTicket } from './ticket-new.ts';
import { refuseInsideWorker, type WorkerContext, workerContext } from './worker-context.ts';
import { answerOutcome } from './workflow-text.ts';

/** Steps of runs that workers do: handed over as tickets, and looked at when they end. */

/**
 * Hands every open step that is for a worker to one, once: a ticket is written and a worker started on it. Says what was done,
 * a sentence each; what hinders is said too and never thrown, since the run itself went on.
 */
export async function handOver(
  context: CliContext,
  deps: WorkflowDeps,
  id: string,
): Promise<string[]> {
  const told: string[] = [];
  for (const open of waiting(loadRun(deps, id))) {
    try {
      told.push(await handOne(context, deps, id, open));
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      const { message, hint = '' } = error;
      told.push(`"${open.step.title}" was not handed to a worker: ${message} ${hint}`.trim());
    }
  }
  return told;
}

/** The same, and the answer as it is after that: what was just handed over is not said to be missing. */
export async function handOverAnd(
  context: CliContext,
  deps: WorkflowDeps,
  answer: WorkflowAnswer,
): Promise<Outcome> {
  const told = await handOver(context, deps, answer.run);
  if (told.length === 0 || answer.view === undefined) return answerOutcome(answer, told);
  const now = await showRun(deps, answer.run);
  tellSession(deps, loadRun(deps, answer.run), now);
  const { view = answer.view, beside } = now;
  return answerOutcome({ ...answer, view, ...(beside === undefined ? {} : { beside }) }, told);
}

function waiting(run: RunState): OpenStep[] {
  if (run.abandoned !== undefined) return [];
  const { open } = positionOf(run, progressAt(run, run.head));
  return open.filter(({ path, step }) => step.delegate && run.delegated[path] === undefined);
}

async function handOne(
  context: CliContext,
  deps: WorkflowDeps,
  id: string,
  open: OpenStep,
): Promise<string> {
  const workers = workerContext(context);
  refuseInsideWorker(context, workers, 'hand steps to workers');
  const { delegate = {} } = open.step;
  // Of two at once one writes that it is handed over; what fails after that is fixed by hand.
  const isOurs = deps.runs.exclusively(id, () => {
    if (!waiting(loadRun(deps, id)).some(({ path }) => path === open.path)) return false;
    append(deps, id, { kind: 'delegated', step: open.path, ticket: '', ticketId: '', worker: '' });
    return true;
  });
  if (!isOurs) return `"${open.step.title}" is handed over by another process.`;
  const child = await startChild(deps, loadRun(deps, id), open);
  const task = handedTask(loadRun(deps, id), open, child);
  const made = await makeTicket(
    context,
    {
      contract: task.contract,
      objective: task.objective,
      ...(delegate.role && { role: delegate.role }),
      ...(delegate.host && { host: delegate.host }),
      ...(delegate.permission && { permissions: delegate.permission }),
    },
    [task.title],
  );
  const ticket = made.data as { id: string; path: string };
  const entry = {
    kind: 'delegated',
    step: open.path,
    ticket: ticket.path,
    ticketId: ticket.id,
    ...(child !== undefined && { child }),
  } as const;
  append(deps, id, { ...entry, worker: '' });
  const { worker } = await launchWorker(
    context,
    workers,
    {
      restarts: 3,
      permission: delegate.permission ?? 'edit',
      ...(delegate.host && { host: delegate.host }),
      ...(delegate.model && { model: delegate.model }),
    },
    ticket.id,
  );
  append(deps, id, { ...entry, worker });
  return `"${open.step.title}" is with the worker ${worker} (ticket ${ticket.id}).`;
}

/** The run of a subworkflow that a worker is to go through. */
async function startChild(
  deps: WorkflowDeps,
  run: RunState,
  { step, path, scope }: OpenStep,
): Promise<string | undefined> {
  const { subworkflow } = step;
  const workflow = subworkflow && run.definitions[subworkflow.id];
  if (!subworkflow || !workflow) return undefined;
  const { session: _, ...nobody } = deps;
  const answer = await startRun(nobody, {
    workflow: { workflow, definitions: run.definitions, source: run.source },
    set: fill(subworkflow.parameters, (name) => valueIn(scope, name)),
    project: run.project,
    parent: { run: run.run, step: path },
  });
  return answer.run;
}

/** Looks how the tickets of handed steps stand, and writes into the run what came of them. True where something did. */
export function collectReports(context: CliContext, deps: WorkflowDeps, id: string): boolean {
  const run = loadRun(deps, id);
  const handed = Object.entries(run.delegated).filter(([, { ticket }]) => ticket !== '');
  if (handed.length === 0 || run.abandoned !== undefined) return false;
  const workers = workerContext(context);
  let came = false;
  for (const [step, { ticket, ticketId, child }] of handed) {
    const report = reportOf(workers, deps, ticket, child);
    const known = run.reported[step];
    if (report === undefined || (known === undefined && report.status === 'open')) continue;
    if (known?.status === report.status && known.result === report.result) continue;
    append(deps, id, { kind: 'reported', step, ticketId, ...report });
    came = true;
  }
  return came;
}

const open = new Set(['queued', 'claimed', 'in-progress']);

function reportOf(
  workers: WorkerContext,
  deps: WorkflowDeps,
  path: string,
  child: string | undefined,
): { status: string; result?: string } | undefined {
  try {
    const { ticket } = readTicket(workers, path);
    const { status = 'open', result, progress } = ticket;
    if (open.has(status)) return { status: 'open' };
    const row = child === undefined ? undefined : rowOf(loadRun(deps, child));
    if (status === 'done' && row !== undefined && row.status !== 'done') {
      const where = `its run ${row.run} is ${row.status}${row.step ? ` at ${row.step}` : ''}`;
      return { status: 'done too early', result: where };
    }
    const last = status === 'done' ? result : (result ?? progress.at(-1));
    return { status, ...(last !== undefined && { result: workers.redact(last) }) };
  } catch (error) {
    if (error instanceof Fault) return { status: 'gone', result: error.message };
    throw error;
  }
}

/** Writes the end of a worker into the runs that it did a step of, and into the journals of their sessions. */
export async function reportWorker(
  context: CliContext,
  deps: WorkflowDeps,
  worker: string,
): Promise<void> {
  for (const id of deps.runs.list()) {
    const run = deps.runs.load(id)?.state;
    const isOurs = Object.values(run?.delegated ?? {}).some((one) => one.worker === worker);
    if (!isOurs || !collectReports(context, deps, id)) continue;
    tellSession(deps, loadRun(deps, id), await showRun(deps, id));
  }
}

type WithoutHead<E> = E extends unknown ? Omit<E, 'v' | 'time'> : never;

function append(deps: WorkflowDeps, id: string, entry: WithoutHead<RunEntry>): void {
  deps.runs.append(id, [{ v: 1, time: deps.now().toISOString(), ...entry } as RunEntry]);
}
