import { leaseOf, releaseLease } from '../../app/ticket/leases.ts';
import { clipMarked } from '../../core/trust/clip.ts';
import type { Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { type Handed, refuseHeld } from './handoff-start.ts';
import { refuseInsideSession } from './inside-session.ts';
import { defaultRestarts, launchWorker } from './run.ts';
import { makeTicket } from './ticket-new.ts';
import { refuseMissingClient, refuseOldClient } from './worker-client.ts';
import { type WorkerContext, workerContext } from './worker-context.ts';
import { hooksMissing } from './worker-hooks.ts';

/** Lets a worker continue the work: on the session's ticket, or on a new one where it had none. */
export async function startAsWorker(
  context: CliContext,
  handed: Handed,
  keep: () => void,
  gone: string | undefined,
): Promise<Outcome> {
  const { target, record, model } = handed;
  refuseInsideSession(context, 'Starting another client');
  refuseHeld(context, record);
  // Before a ticket is made or a lease ends: where no worker can begin, nothing changes.
  refuseMissingClient(context, target, false);
  await refuseOldClient(context, target);
  const workers = workerContext(context);
  const own = record.role?.ticket ?? handed.ticket;
  const ticket = own ?? (await newTicket(context, handed));
  keep();
  if (own !== undefined && record.from !== undefined) endLease(workers, own, record.from.session);
  const launch = await launchWorker(
    context,
    workers,
    {
      host: target.id,
      restarts: defaultRestarts,
      handoff: record.id,
      ...(model !== undefined && { model }),
    },
    ticket,
  );
  const notes = [gone, hooksMissing(context, launch.host, launch.folder)];
  const warning = notes.filter((one) => one !== undefined).join('\n');
  return {
    text: `${launch.worker} takes ${launch.ticketId} (${launch.host}) and continues the work. See what it does with "holdfast workers" and "holdfast logs ${launch.worker} -f".`,
    ...(warning !== '' && { warning }),
    data: { id: record.id, to: target.id, worker: launch.worker, ticket: launch.ticketId },
  };
}

/** The lease of the session that hands its work over ends, so that the worker can claim the ticket. */
function endLease(workers: WorkerContext, ticket: string, session: string): void {
  const held = leaseOf(workers, ticket);
  if (held?.place?.session === session) releaseLease(workers, ticket, held.owner);
}

/** A worker works on a ticket: one for work that has none yet. Its path. */
async function newTicket(context: CliContext, { about, record }: Handed): Promise<string> {
  const title = clipMarked(`Continue ${about}`.replace(/\s+/g, ' ').trim(), 180);
  const load = record.files.map(({ path }) => path);
  const made = await makeTicket(
    context,
    {
      objective: 'Continue the work of the session whose handoff your first message holds.',
      ...(load.length > 0 && { load }),
    },
    [title],
  );
  return (made.data as { path: string }).path;
}
