import { Fault } from '../../core/errors.ts';
import type { ArrivedMessage, FleetMessage, Report, SeenReport } from '../../core/fleet/report.ts';
import { exchangeRuns, type RunExchangeDeps, type ToldRuns } from './exchange-runs.ts';
import type { FleetStore, Reporting } from './ports.ts';
import type { FleetView, SentMessage } from './view.ts';

/** What bringing reports and messages together works with. */
export interface ExchangeDeps {
  there: Pick<FleetStore, 'machines' | 'list'>;
  reporting: Reporting;
  runs: RunExchangeDeps;
  /** What this machine tells of itself, by its settings. */
  own(): Report[];
  /** Gives a message to a worker here; false where there is none that reads it. */
  deliver(message: ArrivedMessage): boolean;
  /** Messages that were written here and are not sent. */
  outbox: { waiting(): FleetMessage[]; remove(id: string): void };
  /** What was seen the last time, kept for whoever looks without the network. */
  kept(): FleetView | undefined;
  keep(view: FleetView): void;
  now(): Date;
}

/** What came of it. */
export interface Exchanged {
  /** Ids of messages that went out, and of those that this machine may not send. */
  sent: string[];
  refused: string[];
  /** Messages for workers here. */
  arrived: number;
  /** What a user should know. */
  notes: string[];
}

/** So many messages that were sent are remembered. */
const mostSent = 50;

/** Brings reports and messages of this machine and the others together, and keeps what was seen. Rejects where the store cannot be reached. */
export async function exchange(deps: ExchangeDeps): Promise<Exchanged> {
  const result: Exchanged = { sent: [], refused: [], arrived: 0, notes: [] };
  const before = deps.kept();
  let sent = before?.sent ?? [];
  let reports: SeenReport[] = [];
  let told = before?.told;
  let runs = before?.runs;
  try {
    runs = await passRuns(deps, runs, result);
    told = await tellOwn(deps, told);
    sent = await follow(deps, await sendAll(deps, sent, result), result);
    await receive(deps, result);
    reports = await deps.reporting.reports();
  } catch (error) {
    // Tables of the version before have neither.
    if (!(error instanceof Fault && error.code === 'not-found')) throw error;
  }
  const machines = await deps.there.machines();
  const tickets = await deps.there.list({ leased: true });
  const leases = tickets.flatMap(({ id, status, lease }) => (lease ? [{ id, status, lease }] : []));
  deps.keep({
    at: deps.now().toISOString(),
    machines,
    leases,
    reports,
    sent: sent.slice(-mostSent),
    ...(told !== undefined && { told }),
    ...(runs !== undefined && { runs }),
  });
  return result;
}

async function passRuns(
  { runs }: ExchangeDeps,
  before: ToldRuns | undefined,
  result: Exchanged,
): Promise<ToldRuns> {
  try {
    const { told, passed } = await exchangeRuns(runs, before);
    for (const { id, machine } of passed)
      result.notes.push(`The run ${id} continues on ${machine}: stop working on it here.`);
    return told;
  } catch (error) {
    // A role that only reads tells nothing, and tables of the version before have no runs.
    if (error instanceof Fault && /^(?:refused|not-found)$/.test(error.code)) return before ?? {};
    throw error;
  }
}

/** Tells what changed since the last time; gives what is told now. */
async function tellOwn(
  deps: ExchangeDeps,
  before: string | undefined,
): Promise<string | undefined> {
  const own = deps.own();
  const now = JSON.stringify(own);
  if (now === (before ?? '[]')) return now;
  try {
    // What an older store left out is told again once it is newer.
    if (!(await deps.reporting.tell(own))) return undefined;
  } catch (error) {
    // A role that only reads tells nothing.
    if (!(error instanceof Fault && error.code === 'refused')) throw error;
  }
  return now;
}

async function sendAll(
  deps: ExchangeDeps,
  before: readonly SentMessage[],
  result: Exchanged,
): Promise<SentMessage[]> {
  const sent = [...before];
  for (const message of deps.outbox.waiting()) {
    const { id, machine, worker } = message;
    if (await deps.reporting.send(message)) {
      result.sent.push(id);
      if (!sent.some((one) => one.id === id)) sent.push({ id, machine, worker, state: 'sent' });
    } else {
      result.refused.push(id);
      result.notes.push(
        `The message to ${worker} on ${machine} was not sent: it takes the role lead, and a machine of that name.`,
      );
    }
    deps.outbox.remove(id);
  }
  return sent;
}

async function follow(
  deps: ExchangeDeps,
  sent: readonly SentMessage[],
  result: Exchanged,
): Promise<SentMessage[]> {
  const open = sent.filter(({ state }) => state === 'sent').map(({ id }) => id);
  if (open.length === 0) return [...sent];
  const states = await deps.reporting.states(open);
  return sent.map((one) => {
    const state = states.get(one.id) ?? one.state;
    if (state === 'gone' && one.state === 'sent') {
      result.notes.push(
        `The message to ${one.worker} on ${one.machine} was not delivered: there is no such worker any more.`,
      );
    }
    return { ...one, state };
  });
}

async function receive(deps: ExchangeDeps, result: Exchanged): Promise<void> {
  for (const message of await deps.reporting.waiting()) {
    const isRead = deps.deliver(message);
    await deps.reporting.mark(message.id, isRead ? 'arrived' : 'gone');
    if (isRead) result.arrived += 1;
  }
}
