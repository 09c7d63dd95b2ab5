import { type KnownWorker, knownWorkers } from '../../app/worker/records.ts';
import { answerRequest, pendingRequests } from '../../app/worker/requests.ts';
import { Fault } from '../../core/errors.ts';
import { withoutControls } from '../../core/trust/untrusted.ts';
import { isOver } from '../../core/worker/launch.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { refuseInsideSession } from './inside-session.ts';
import { ago } from './status.ts';
import { type Column, table } from './table.ts';
import { doing, inOrder, thousands } from './top-rows.ts';
import { openTop } from './top-view.ts';
import { refuseInsideWorker, type WorkerContext, workerContext } from './worker-context.ts';

interface WorkersOptions {
  all?: boolean;
  json?: boolean;
  plain?: boolean;
  allow?: string;
  deny?: string;
}

/** Workers that ended are shown for so long without being asked for, in milliseconds. */
const shownAfterEndMs = 24 * 60 * 60 * 1000;

export const addWorkers: AddCommand = (program, bind) => {
  const command = program
    .command('workers')
    .description('List workers: what they do, what they ask, how they ended')
    .option('--all', 'include those that ended more than a day ago')
    .option('--plain', 'print a table instead of the live view')
    .option('--allow <request>', "allow a worker's request")
    .option('--deny <request>', "deny a worker's request")
    .option('--json', 'print the result as JSON');
  bind<WorkersOptions>(command, workersCommand);
};

async function workersCommand(context: CliContext, options: WorkersOptions): Promise<Outcome> {
  const workers = workerContext(context);
  const answered = options.allow ?? options.deny;
  if (answered !== undefined) return answer(context, workers, options, answered);
  if (context.interactive && !options.json && !options.plain) {
    refuseInsideWorker(context, workers, 'manage workers');
    return openTop(context, workers, 'workers');
  }
  return listWorkers(context, workers, options.all === true);
}

function answer(
  context: CliContext,
  workers: WorkerContext,
  options: WorkersOptions,
  id: string,
): Outcome {
  if (options.allow !== undefined && options.deny !== undefined) {
    throw new Fault('usage', 'Give either --allow or --deny.');
  }
  refuseInsideWorker(context, workers, 'answer requests');
  refuseInsideSession(context, 'Answering a request of a worker');
  const allowed = options.allow !== undefined;
  const { worker, tool, about } = answerRequest(workers.disk, knownWorkers(workers), id, allowed);
  return {
    text: `${allowed ? 'Allowed' : 'Denied'}: ${worker} ${withoutControls(`${tool} ${about}`)}`,
    data: { request: id, worker, allowed },
  };
}

function listWorkers(context: CliContext, workers: WorkerContext, all: boolean): Outcome {
  const now = context.install.clock.now().getTime();
  const known = inOrder(knownWorkers(workers)).filter(
    ({ state }) =>
      all || !isOver(state.status) || now - Date.parse(state.ended ?? '') < shownAfterEndMs,
  );
  const data = known.map((worker) => rowData(workers, worker));
  if (known.length === 0) {
    return {
      text: 'No workers are running.\nStart one with: holdfast run TICKET --host NAME --detach',
      data,
    };
  }
  const rows = known.map((worker) => columns.map((column) => column.cell(worker, now)));
  const asked = known.flatMap((worker) => pendingRequests(workers.disk, worker));
  const requests = asked.flatMap(({ id, worker, tool, about, why }) => [
    '',
    withoutControls(`${worker} asks for ${tool} ${about}`),
    `  since ${why}`,
    `  holdfast workers --allow ${id}, or --deny ${id}`,
  ]);
  const lines = [table(columns, rows, context.width), ...requests];
  return { text: lines.join('\n'), verbatim: true, data };
}

const columns: (Column & { cell(worker: KnownWorker, now: number): string })[] = [
  { title: 'worker', flexible: true, cell: ({ launch }) => launch.worker },
  { title: 'status', cell: ({ state }) => state.status },
  {
    title: 'since',
    right: true,
    cell: ({ launch, state }, now) => {
      const since = Date.parse(state.ended ?? state.began ?? launch.launched);
      return ago(now - since);
    },
  },
  { title: 'host', cell: ({ launch }) => launch.host },
  { title: 'context', right: true, cell: ({ state }) => thousands(state.spent.contextTokens) },
  { title: 'comp.', right: true, cell: ({ state }) => String(state.compactions) },
  {
    title: 'doing',
    flexible: true,
    cell: ({ state }) => withoutControls(doing(state)),
  },
];

function rowData(workers: WorkerContext, worker: KnownWorker): object {
  const { launch, state, alive } = worker;
  return {
    worker: launch.worker,
    ticket: launch.ticketId,
    path: launch.ticket,
    host: launch.host,
    model: state.model ?? launch.model ?? null,
    status: state.status,
    reason: state.reason,
    alive,
    folder: launch.folder,
    branch: launch.branch ?? null,
    permission: launch.permission,
    sessions: launch.sessions,
    launched: launch.launched,
    began: state.began ?? null,
    ended: state.ended ?? null,
    runs: launch.run,
    restarts: state.restarts,
    compactions: state.compactions,
    spent: state.spent,
    firstPrompt: state.firstPrompt ?? null,
    activities: state.activities,
    requests: pendingRequests(workers.disk, worker),
    lines: state.lines,
    unknownLines: state.unknownLines,
  };
}
