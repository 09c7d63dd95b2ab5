import type { Exchanged } from '../../app/fleet/exchange.ts';
import { claimShared, type Synced, syncTickets } from '../../app/fleet/sync.ts';
import { ticketFolder } from '../../app/ticket/place.ts';
import { stopWorker } from '../../app/worker/control.ts';
import { knownWorkers, readWorker } from '../../app/worker/records.ts';
import { parentOf } from '../../core/task/path.ts';
import { counted } from './care.ts';
import type { Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { alone, type FleetContext, fleetContext } from './fleet-context.ts';
import { exchangeHere } from './fleet-exchange.ts';
import { controlOf, type WorkerContext, workerContext } from './worker-context.ts';

/** Brings the files here and the fleet together once. */
export async function syncFleet(context: CliContext): Promise<Outcome> {
  const fleet = fleetContext(context);
  try {
    const { mail, ...synced } = await syncHere(context, fleet, workerContext(context));
    const notes = [...synced.notes, ...mail.notes];
    return {
      text: syncText(synced),
      data: { ...synced, notes, mail },
      ...(notes.length > 0 && { warning: notes.join('\n') }),
    };
  } finally {
    await fleet.database.close();
  }
}

/** Brings both sides together, says that this machine is there, and stops workers whose tickets another machine has. Messages come and go. */
export async function syncHere(
  context: CliContext,
  fleet: FleetContext,
  workers: WorkerContext,
): Promise<Synced & { mail: Exchanged }> {
  const synced = await alone(fleet, () => syncTickets(fleet.sync));
  await stopLost(context, workers, synced.lost);
  const { project } = fleet.tickets.place;
  const running = knownWorkers(workers).filter(
    ({ alive, launch }) => alive && launch.project === project,
  );
  await fleet.there.present(running.length);
  const mail = await alone(fleet, () => exchangeHere(context, fleet, workers));
  return { ...synced, mail };
}

/** Ends the workers here whose tickets another machine has by now. Agents of sessions are refused at their next word to the ticket. */
async function stopLost(
  context: CliContext,
  workers: WorkerContext,
  lost: Synced['lost'],
): Promise<void> {
  for (const { owner } of lost) {
    const known = readWorker(workers, owner);
    if (known?.alive) await stopWorker(controlOf(context, workers), known, true);
  }
}

/** What came of bringing both sides together, in a few sentences. */
export function syncText({ pulled, pushed, lines, lost }: Synced): string {
  const parts = [
    `${counted(pulled.length, 'ticket')} fetched, ${counted(pushed.length, 'ticket')} and ${counted(lines, 'line')} of progress sent.`,
    ...lost.map(
      ({ id, owner, to }) =>
        `${id} passed from ${owner} here to ${to.worker} on ${to.machine}: stop working on it.`,
    ),
  ];
  return parts.join('\n');
}

/** Asks for a ticket in the name of a worker here. It says who has it and always ends well, for the command that asks. */
export async function claimForTicket(
  context: CliContext,
  { owner, term }: { owner: string; term?: number },
  [path = '']: string[],
): Promise<Outcome> {
  const fleet = fleetContext(context, { connectMs: 5_000, answerMs: 5_000 });
  try {
    const { project } = fleet.tickets.place;
    // A file elsewhere, which somebody named by its path, is none of the fleet's.
    if (parentOf(path) !== ticketFolder(project))
      return { text: 'It is no shared ticket.', data: { won: true } };
    const id = path.slice(parentOf(path).length + 1).replace(/\.md$/, '');
    const claim = await alone(
      fleet,
      async () => {
        await syncTickets(fleet.sync, [id]);
        return claimShared(fleet.sync, id, owner, term);
      },
      10_000,
    );
    const { lease } = claim;
    const holder = lease && `${lease.worker} on ${lease.machine}`;
    return {
      text: claim.won ? `${id} is ${owner}'s in the fleet.` : `${id} is claimed by ${holder}.`,
      data: { won: claim.won, ...(!claim.won && { holder, until: lease?.until }) },
    };
  } finally {
    await fleet.database.close();
  }
}
