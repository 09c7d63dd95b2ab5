import { readTicket } from '../../app/ticket/store.ts';
import { type KnownWorker, knownWorkers, readWorker } from '../../app/worker/records.ts';
import { loadRun, rowOf, showRun, startRun } from '../../app/workflow/actions.ts';
import { handedTask } from '../../app/workflow/handed-task.ts';
import { notHandedOver, workerEnded } from '../../app/workflow/judge-step.ts';
import type { WorkflowDeps } from '../../app/workflow/ports.ts';
import { tellSession } from '../../app/workflow/tell-session.ts';
import { Fault } from '../../core/errors.ts';
import { isOver } from '../../core/worker/launch.ts';
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

/** What became of a step that was to be handed over. */
interface Handed {
  path: string;
  said: string;
  failed?: true;
}

/**
 * Hands every open step that is for a worker to one, once: a ticket is written and a worker started on it. Says what was done,
 * a sentence each; what hinders is kept in the run, so that the step tells it and is handed over by the next try, and never
 * thrown, since the run itself went on.
 */
async function handOver(context: CliContext, deps: WorkflowDeps, id: string): Promise<Handed[]> {
  const told: Handed[] = [];
  for (const open of waiting(loadRun(deps, id))) {
    const { path, step } = open;
    try {
      told.push({ path, said: await handOne(context, deps, id, open) });
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      const { message, hint = '' } = error;
      const why = deps.redact(`${message} ${hint}`.trim());
      const { delegated } = loadRun(deps, id);
      if (delegated[path] === undefined) append(deps, id, handedTo(path, undefined));
      const ticketId = delegated[path]?.ticketId ?? '';
      const status = notHandedOver;
      append(deps, id, { kind: 'reported', step: path, ticketId, status, result: why });
      told.push({
        path,
        said: `"${step.title}" was not handed to a worker: ${why}`,
        failed: true,
      });
    }
  }
  return told;
}

/** The entry that a step is, or is about to be, with a worker. */
function handedTo(step: string, before: RunState['delegated'][string] | undefined) {
  const { ticket = '', ticketId = '', child } = before ?? {};
  return {
    kind: 'delegated',
    step,
    ticket,
    ticketId,
    worker: '',
    ...(child !== undefined && { child }),
  } as const;
}

/** Hands over what is open, and gives the answer as it is after that: each step is spoken of once. */
export async function handOverAnd(
  context: CliContext,
  deps: WorkflowDeps,
  answer: WorkflowAnswer,
): Promise<Outcome> {
  const told = await handOver(context, deps, answer.run);
  if (told.length === 0 || answer.view === undefined) {
    return answerOutcome(
      answer,
      told.map(({ said }) => said),
    );
  }
  const now = await showRun(deps, answer.run);
  tellSession(deps, loadRun(deps, answer.run), now);
  const { view = answer.view, beside } = now;
  // The pending step says itself why it was not handed over.
  const rest = told.filter(({ path, failed }) => !failed || path !== view.step);
  return answerOutcome(
    { ...answer, view, ...(beside === undefined ? {} : { beside }) },
    rest.map(({ said }) => said),
  );
}

function waiting(run: RunState): OpenStep[] {
  if (run.abandoned !== undefined) return [];
  const { open } = positionOf(run, progressAt(run, run.head));
  return open.filter(
    ({ path, step }) =>
      step.delegate &&
      (run.delegated[path] === undefined || run.reported[path]?.status === notHandedOver),
  );
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
  // Of two at once one writes that it is handed over.
  const isOurs = deps.runs.exclusively(id, () => {
    const now = loadRun(deps, id);
    if (!waiting(now).some(({ path }) => path === open.path)) return false;
    append(deps, id, handedTo(open.path, now.delegated[open.path]));
    return true;
  });
  if (!isOurs) return `"${open.step.title}" is handed over by another process.`;
  const entry = await ticketFor(context, deps, id, open);
  const { worker } = await launchWorker(
    context,
    workers,
    {
      restarts: 3,
      permission: delegate.permission ?? 'edit',
      ...(delegate.host && { host: delegate.host }),
      ...(delegate.model && { model: delegate.model }),
    },
    entry.ticketId,
  );
  append(deps, id, { ...entry, worker });
  return `"${open.step.title}" is with the worker ${worker} (ticket ${entry.ticketId}).`;
}

/** Writes the ticket of a step, unless an earlier try did. */
async function ticketFor(
  context: CliContext,
  deps: WorkflowDeps,
  id: string,
  open: OpenStep,
): Promise<ReturnType<typeof handedTo>> {
  const { delegate = {} } = open.step;
  const before = loadRun(deps, id).delegated[open.path];
  if (before?.ticket) return handedTo(open.path, before);
  const child = before?.child ?? (await startChild(deps, loadRun(deps, id), open));
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
  const entry = handedTo(open.path, {
    ticket: ticket.path,
    ticketId: ticket.id,
    worker: '',
    ...(child !== undefined && { child }),
  });
  append(deps, id, entry);
  return entry;
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

/** What is known of one worker before its records say it. */
interface Known {
  worker: string;
  ended: boolean;
}

/**
 * Looks how the tickets of handed steps and their workers stand, and writes into the run what came of them. True where
 * something did.
 */
export function collectReports(
  context: CliContext,
  deps: WorkflowDeps,
  id: string,
  about?: Known,
): boolean {
  const run = loadRun(deps, id);
  const handed = Object.entries(run.delegated).filter(([, { ticket }]) => ticket !== '');
  if (handed.length === 0 || run.abandoned !== undefined) return false;
  const workers = workerContext(context);
  const all = knownWorkers(workers);
  let came = false;
  for (const [step, one] of handed) {
    const { ticket, ticketId, child } = one;
    const latest = all.findLast(({ launch }) => launch.ticket === ticket);
    const known = run.reported[step];
    // A person may have given the ticket to a worker.
    const isOther = latest !== undefined && latest.launch.worker !== one.worker;
    if (isOther) {
      append(deps, id, { ...handedTo(step, one), worker: latest.launch.worker });
      came = true;
    }
    const before = isOther ? undefined : known;
    const report = reportOf(workers, deps, ticket, child, latest, about);
    const isNew = before !== undefined && before.status !== notHandedOver;
    if (report.status === 'open' && !isNew) continue;
    if (before?.status === report.status && before.result === report.result) continue;
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
  worker: KnownWorker | undefined,
  about: Known | undefined,
): { status: string; result?: string } {
  try {
    const { ticket } = readTicket(workers, path);
    const { status = 'open', result, progress } = ticket;
    if (open.has(status)) return openReport(worker, about);
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

/** How the worker of an open ticket stands. One that is alive goes on, whatever its records of the last time say. */
function openReport(
  worker: KnownWorker | undefined,
  about: Known | undefined,
): { status: string; result?: string } {
  if (worker === undefined) return { status: 'open' };
  const { state, alive, launch } = worker;
  const said = about?.worker === launch.worker ? about.ended : !alive;
  if (!said || !(isOver(state.status) || state.status === 'lost')) return { status: 'open' };
  const { reason } = state;
  return { status: workerEnded(state.status), ...(reason ? { result: reason } : {}) };
}

/**
 * Writes the end of a worker, or that it goes on again, into the runs that it does a step of, and into the journals of their
 * sessions.
 */
export async function reportWorker(
  context: CliContext,
  deps: WorkflowDeps,
  worker: string,
  ended: boolean,
): Promise<void> {
  const ticket = readWorker(workerContext(context), worker)?.launch.ticket;
  for (const id of deps.runs.list()) {
    const run = deps.runs.load(id)?.state;
    const isOurs = Object.values(run?.delegated ?? {}).some(
      (one) => one.worker === worker || (one.ticket !== '' && one.ticket === ticket),
    );
    if (!isOurs || !collectReports(context, deps, id, { worker, ended })) continue;
    tellSession(deps, loadRun(deps, id), await showRun(deps, id));
  }
}

type WithoutHead<E> = E extends unknown ? Omit<E, 'v' | 'time'> : never;

function append(deps: WorkflowDeps, id: string, entry: WithoutHead<RunEntry>): void {
  deps.runs.append(id, [{ v: 1, time: deps.now().toISOString(), ...entry } as RunEntry]);
}
