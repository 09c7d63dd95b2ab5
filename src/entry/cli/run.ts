import { InvalidArgumentError } from 'commander';
import { readTicket } from '../../app/ticket/store.ts';
import { allowedFor, atMost } from '../../app/worker/allow.ts';
import { openDependencies } from '../../app/worker/depends.ts';
import { mayLaunch, writeLaunch } from '../../app/worker/launch.ts';
import { workerFolder } from '../../app/worker/records.ts';
import { Fault } from '../../core/errors.ts';
import type { Ticket } from '../../core/ticket/ticket.ts';
import { userTime } from '../../core/time-text.ts';
import type { LaunchRecord } from '../../core/worker/launch.ts';
import type { WorkerHost } from '../../hosts/worker-host.ts';
import { workerHostById, workerHosts } from '../../hosts/worker-registry.ts';
import { refuseOddPatterns } from './allow-patterns.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { claimInFleet } from './fleet-joined.ts';
import { refuseInsideSession } from './inside-session.ts';
import { startSupervisor } from './start-worker.ts';
import { refuseMissingClient, refuseOldClient } from './worker-client.ts';
import {
  handlerOf,
  namedTicket,
  newMark,
  parentOf,
  refuseInsideWorker,
  type WorkerContext,
  workerContext,
} from './worker-context.ts';
import { followWorkers } from './worker-follow.ts';
import { hooksMissing } from './worker-hooks.ts';
import { placeFor } from './worker-place.ts';

export interface RunOptions {
  host?: string;
  inProcess?: boolean;
  model?: string;
  worktree?: boolean;
  detach?: boolean;
  max?: number;
  permission?: 'ask' | 'edit';
  full?: boolean;
  allow?: string[];
  restarts: number;
  /** The handoff whose text the worker begins with. */
  handoff?: string;
  /** Where it works, when that is settled already. */
  place?: { folder: string; branch?: string };
  json?: boolean;
}

/** Automatic restarts where nothing else is said. */
export const defaultRestarts = 3;

export const addRun: AddCommand = (program, bind) => {
  const command = program
    .command('run')
    .description('Delegate tickets to workers: supervised headless clients')
    .argument('<tickets...>', 'ticket ids or paths')
    .option('--host <name>', "the client (default: the ticket's, else this session's)")
    .option('--in-process', "run the client's library in our process instead of its CLI (pi)")
    .option('--model <name>', "the model, by the client's name for it")
    .option('--worktree', 'give each its own git work tree next to the project')
    .option('--detach', 'return immediately instead of following the output')
    .option('--max <number>', 'maximum number of workers at once', count)
    .option('--permission <which>', "ask or edit (default: the ticket's, else edit)", permission)
    .option(
      '--allow <pattern>',
      'allow a command or tool, such as "npm test" or "Bash(git commit:*)" (user only, not agents)',
      (value: string, before: string[] = []) => [...before, value],
    )
    .option('--full', 'skip all permission prompts (user only, not agents)')
    .option('--restarts <number>', 'maximum automatic restarts', countOrNone, defaultRestarts)
    .option('--json', 'print the result as JSON');
  bind<RunOptions>(command, run);
};

async function run(context: CliContext, options: RunOptions, named: string[]): Promise<Outcome> {
  const workers = workerContext(context);
  refuseInsideWorker(context, workers, 'start workers');
  if (options.full) refuseInsideSession(context, 'A worker that may do everything');
  if (options.allow) refuseInsideSession(context, 'Allowing a worker more');
  refuseOddPatterns(options.allow ?? []);
  const ids = (named as (string | string[])[]).flat();
  const started: LaunchRecord[] = [];
  const refused: Fault[] = [];
  for (const id of ids) {
    try {
      started.push(await launchWorker(context, workers, options, id));
    } catch (error) {
      // What was started before goes on, and must be said.
      if (!(error instanceof Fault) || ids.length === 1) throw error;
      refused.push(error);
    }
  }
  const problems = [
    ...refused.map(({ message, hint }) => (hint === undefined ? message : `${message} ${hint}`)),
    ...new Set(started.flatMap(({ host, folder }) => hooksMissing(context, host, folder) ?? [])),
  ];
  const told = started.map((launch) => takes(workers, launch));
  const warning = problems.length === 0 ? {} : { warning: problems.join('\n') };
  if (options.detach || started.length === 0) {
    const hint = 'See what it does with "holdfast workers" and "holdfast logs WORKER -f".';
    return {
      text: started.length === 0 ? 'Nothing was started.' : [...told, hint].join('\n'),
      data: started.map(({ worker, ticketId, ticket, host, folder }) => ({
        worker,
        ticket: ticketId,
        path: ticket,
        host,
        folder,
      })),
      failed: refused.length > 0,
      ...warning,
    };
  }
  if (!options.json) context.say(`${told.join('\n')}\n`);
  const names = started.map(({ worker }) => worker);
  const outcome = await followWorkers(context, workers, names, options.json === true);
  return { ...outcome, ...warning, failed: outcome.failed || refused.length > 0 };
}

/** What a person is told of a worker that was started; one that waits for other tickets says so. */
function takes(workers: WorkerContext, { worker, ticketId, ticket, host }: LaunchRecord): string {
  const open = stillOpen(workers, ticket);
  const when = open.length === 0 ? '' : `, when ${open.join(' and ')} is done`;
  return `${worker} takes ${ticketId} (${host})${when}.`;
}

/** What came between the start and this look is the worker's to tell. */
function stillOpen(workers: WorkerContext, path: string): string[] {
  try {
    return openDependencies(workers, workers.place.project, readTicket(workers, path).ticket);
  } catch (error) {
    if (error instanceof Fault) return [];
    throw error;
  }
}

/** Starts a worker on a ticket. Throws a Fault where none can be started. */
export async function launchWorker(
  context: CliContext,
  workers: WorkerContext,
  options: RunOptions,
  named: string,
): Promise<LaunchRecord> {
  const path = namedTicket(workers, named);
  const { ticket } = readTicket(workers, path);
  const { project } = workers.place;
  const lost = mayLaunch(workers, project, path, ticket);
  const host = hostFor(context, options, ticket, lost?.launch.host);
  if (lost && lost.launch.host === host.id) {
    await startSupervisor(context, lost.launch.worker);
    return lost.launch;
  }
  if (!options.inProcess) await refuseOldClient(context, host);
  const parent = parentOf(context, workers);
  const { allow, untrusted, notHandedOn } = allowedFor(context.install.disk, context.paths.trust, {
    project,
    path,
    ticket,
    settings: workers.settings,
    given: options.allow ?? [],
    parent,
  });
  if (untrusted.length > 0 && !options.json) {
    const list = untrusted.map((one) => `"${one}"`).join(', ');
    context.say(
      `${ticket.id} asks that ${list} pass unasked. Nobody trusts that yet: holdfast trust\n`,
    );
  }
  if (notHandedOn.length > 0 && !options.json) {
    const list = notHandedOn.map((one) => `"${one}"`).join(', ');
    context.say(
      `${list} is left out: the worker that starts ${ticket.id} does not have it, and can hand on no more than it has. A user can allow it: holdfast run ${ticket.id} --allow PATTERN\n`,
    );
  }
  const launch = writeLaunch(workers, {
    ticket,
    path,
    host: host.id,
    project,
    ...(options.place ?? placeFor(context, workers, ticket, host.id, options.worktree === true)),
    permission: atMost(permissionFor(options, ticket), parent),
    allow,
    restarts: options.restarts,
    ...(options.inProcess && { inProcess: true as const }),
    mark: newMark(),
    ...(options.model !== undefined && { model: options.model }),
    ...(options.max !== undefined && { max: options.max }),
    ...(options.handoff !== undefined && { handoff: options.handoff }),
    handler: handlerOf(context),
  });
  try {
    await takeInFleet(context, path, launch.worker);
    await startSupervisor(context, launch.worker);
  } catch (error) {
    // What never began is nothing to be looked after.
    if (workers.disk.read(`${workerFolder(launch.worker)}/state.json`) === undefined) {
      workers.disk.removeFolder(workerFolder(launch.worker));
    }
    throw error;
  }
  return launch;
}

/** Where machines share tickets, the fleet is asked before a worker begins. */
async function takeInFleet(context: CliContext, path: string, worker: string): Promise<void> {
  const shared = await claimInFleet(context, path, worker);
  if (shared.won) return;
  throw new Fault(
    'refused',
    `${path} is claimed by ${shared.holder} (until ${userTime(shared.until)}).`,
    {
      hint: 'See who works on what with "holdfast fleet status".',
    },
  );
}

/** The client that is to work: the one that is named, the ticket's, the one that a lost worker had, or that of this session. */
function hostFor(
  context: CliContext,
  options: RunOptions,
  ticket: Ticket,
  lost: string | undefined,
): WorkerHost {
  const name = options.host ?? lost ?? ticket.host ?? handlerOf(context)?.host;
  const known = workerHosts.map(({ id }) => id).join(', ');
  if (name === undefined) {
    throw new Fault('usage', `No client is named for ${ticket.id}.`, {
      hint: `Give --host NAME, one of: ${known}.`,
    });
  }
  const host = workerHostById(name);
  if (host === undefined) {
    throw new Fault('usage', `No worker can be started with the client "${name}".`, {
      hint: `Known: ${known}.`,
    });
  }
  refuseMissingClient(context, host, options.inProcess === true);
  return host;
}

function permissionFor(options: RunOptions, ticket: Ticket): LaunchRecord['permission'] {
  if (options.full) return 'full';
  if (options.permission) return options.permission;
  // What a ticket says alone never gives everything.
  return ticket.permissions === 'ask' ? 'ask' : 'edit';
}

function permission(text: string): 'ask' | 'edit' {
  if (text === 'ask' || text === 'edit') return text;
  throw new InvalidArgumentError(
    text === 'full' ? 'Full permission has a flag of its own: --full.' : 'It is "ask" or "edit".',
  );
}

function count(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 1 on.');
}

function countOrNone(text: string): number {
  return text === '0' ? 0 : count(text);
}
