import type { TicketStatus } from '../ticket/ticket.ts';
import type { WorkerTrouble } from './event.ts';

/** How one run of a client came to its end. */
export interface RunEnd {
  /** Why it could not even be started: a sentence. */
  notStarted?: string;
  /** The exit code; absent where a signal ended it. */
  code?: number;
  signal?: string;
  /** The last line of its standard error, where it died. */
  errors?: string;
  /** We ended it, since it said nothing any more: a sentence. */
  stalled?: string;
  /** It printed nothing that such a client prints. The first line of it. */
  garbage?: string;
  /** The turn was over by its own word. */
  politely: boolean;
  /** The fault that it told last, unless the turn went on after it. */
  trouble?: { kind: WorkerTrouble; text: string };
  /** Processes of it lived on and had to be ended. */
  leftRunning: boolean;
  /** It began or went on with a session. */
  hadSession: boolean;
  /** It was to go on with a session. */
  resumed: boolean;
}

/** What else counts. */
export interface Standing {
  ticket: TicketStatus | undefined;
  hasResult: boolean;
  /** Last line of the ticket's progress. */
  lastProgress: string | undefined;
  /** Who stopped it, where somebody did: a sentence. */
  stopped?: string;
  restarts: number;
  mostRestarts: number;
  nudges: number;
  mostNudges: number;
  /** Messages of the person that it has not got yet. */
  pendingMessages: boolean;
}

export type WorkerEnd = 'completed' | 'interrupted' | 'failed';

export type NextStep =
  | { step: 'end'; status: WorkerEnd; reason: string }
  /** `anew`: without the session. `nudge`: it ended its turn too early, which is no fault of the client. */
  | { step: 'again'; anew: boolean; nudge: boolean; reason: string };

/**
 * How a ticket ends a worker, whatever its client says or did; undefined while there is work to do. Done without a
 * Result is not completed.
 */
export function endByTicket(standing: Standing): NextStep | undefined {
  const { ticket, hasResult, lastProgress } = standing;
  const said = lastProgress === undefined ? '' : `: ${lastProgress}`;
  switch (ticket) {
    case 'done':
      if (!hasResult) return undefined;
      return end('completed', 'The ticket is done and its Result is written.');
    case 'failed':
      return end('failed', `The ticket is failed${said}`);
    case 'abandoned':
      return end('failed', `The ticket is abandoned${said}`);
    case 'blocked':
      return end('interrupted', `The ticket is blocked${said}`);
    case 'review':
      return end('interrupted', `The ticket waits for a review${said}`);
    default:
      return undefined;
  }
}

/** What happens after a run of the client. */
export function nextStep(run: RunEnd, standing: Standing): NextStep {
  const byTicket = endByTicket(standing);
  if (byTicket) return byTicket;
  if (standing.stopped !== undefined) return end('interrupted', standing.stopped);
  if (run.notStarted !== undefined) return end('failed', run.notStarted);
  if (run.garbage !== undefined) {
    return end('failed', `What was started is not the client: it printed "${run.garbage}".`);
  }
  const reason = reasonOf(run);
  const wayOut = run.trouble && waysOut[run.trouble.kind];
  if (wayOut !== undefined) return end('failed', `${sentence(reason)} ${wayOut}`);
  if (run.politely && run.trouble === undefined) return afterTurn(standing);
  const anew = run.trouble?.kind === 'context' || (run.resumed && !run.hadSession);
  if (standing.restarts < standing.mostRestarts) {
    return { step: 'again', anew, nudge: false, reason };
  }
  const times = standing.mostRestarts + 1;
  const waits = run.trouble !== undefined && run.trouble.kind !== 'other';
  return end(waits ? 'interrupted' : 'failed', `${reason} It was started ${count(times)}.`);
}

function afterTurn(standing: Standing): NextStep {
  const missing =
    standing.ticket === 'done'
      ? 'the ticket is done, but its Result is empty'
      : `the ticket is ${standing.ticket ?? 'without a status'}`;
  if (standing.nudges < standing.mostNudges || standing.pendingMessages) {
    return { step: 'again', anew: false, nudge: true, reason: `The turn ended, but ${missing}.` };
  }
  return end(
    'interrupted',
    `The client ended its turn ${count(standing.mostNudges + 1)}, but ${missing}.`,
  );
}

/** Why a run ended, as a sentence. */
export function reasonOf(run: RunEnd): string {
  if (run.notStarted !== undefined) return run.notStarted;
  if (run.stalled !== undefined) return run.stalled;
  if (run.trouble)
    return `${troubleWords[run.trouble.kind]}: ${run.trouble.text || 'no more was told'}`;
  const left = run.leftRunning ? ' and left processes running, which were ended' : '';
  const said = run.errors === undefined ? '.' : `: ${run.errors}`;
  if (run.signal !== undefined) return `The client was ended by ${run.signal}${left}${said}`;
  return `The client ended with code ${run.code ?? 'unknown'}${left}${said}`;
}

const troubleWords: Record<WorkerTrouble, string> = {
  limit: 'A limit was reached',
  credentials: 'The key is missing or was refused',
  setup: 'The client cannot work as it is set up',
  server: 'The model’s server failed',
  context: 'The conversation no longer fits the context',
  other: 'The client reported an error',
};

/** What a user does about a failure that a retry cannot fix. */
const waysOut: Partial<Record<WorkerTrouble, string>> = {
  credentials:
    'Log the client in, or give it its key in the environment; then resume the worker with "holdfast resume".',
  setup:
    'Set the client up so that it answers a prompt of yours (its model, its account, its version); then resume the worker with "holdfast resume".',
};

/** True for a failure that a retry cannot fix. */
export function retryCannotFix(kind: WorkerTrouble): boolean {
  return waysOut[kind] !== undefined;
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function end(status: WorkerEnd, reason: string): NextStep {
  return { step: 'end', status, reason };
}

function count(times: number): string {
  return times === 1 ? 'once' : times === 2 ? 'twice' : `${times} times`;
}

/** How long is waited before a client is started again, in milliseconds: 2 s, 8 s, 32 s, then two minutes. */
export function backoffMs(restarts: number): number {
  return Math.min(2_000 * 4 ** restarts, 120_000);
}
