import { dirname, join } from 'node:path';
import { workerElsewhere } from '../../app/fleet/view.ts';
import { Fault } from '../../core/errors.ts';
import { ownPackage } from '../../platform/package.ts';
import { runBriefly } from '../../platform/run-briefly.ts';
import type { Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { joinedFleet } from './fleet-joined.ts';
import { fleetOutbox, fleetView } from './fleet-view.ts';

/** So long is waited until the message is in the fleet. */
const sendMs = 20_000;

/** A worker of another machine that a user names by its id, `worker@machine` or its ticket; undefined where none is known. */
export function namedElsewhere(
  context: CliContext,
  named: string,
): { machine: string; worker: string } | undefined {
  const joined = joinedFleet(context);
  const view = joined && fleetView(context);
  return joined && view && workerElsewhere(view, joined.machine, named);
}

/** Sends a message to a worker of another machine, by way of the fleet. It waits here where the fleet cannot be reached. */
export async function sendElsewhere(
  context: CliContext,
  to: { machine: string; worker: string },
  message: { id: string; sender: string; text: string },
): Promise<Outcome> {
  const { machine, worker } = to;
  if (!fleetOutbox(context).add({ ...message, machine, worker })) {
    throw new Fault('unwritable', `The message could not be written below ${context.paths.home}.`, {
      hint: 'Check whether the disk is full or read-only, then run this again.',
    });
  }
  const cli = join(dirname(ownPackage().hookBundle), 'cli.js');
  // A process by itself, so that this command holds no database's library.
  const said = await runBriefly(process.execPath, [cli, 'fleet', 'sync', '--json'], {
    cwd: context.project,
    env: { ...context.env, HOLDFAST_HOME: context.paths.home },
    deadlineMs: sendMs,
    limit: 4 * 1024 * 1024,
  });
  const mail = said === undefined ? undefined : mailOf(said);
  if (mail?.refused.includes(message.id)) {
    throw new Fault('refused', `This machine may not send messages to ${worker} on ${machine}.`, {
      hint: 'This needs the role lead: holdfast fleet admit ROLE --as lead',
    });
  }
  const isWaiting = fleetOutbox(context)
    .waiting()
    .some(({ id }) => id === message.id);
  const text = isWaiting
    ? `The fleet cannot be reached now. The message to ${worker} on ${machine} waits here and is sent with the next sync.`
    : `Sent to ${worker} on ${machine}. It gets the message after the next sync of that machine, at its next safe point.`;
  return { text, data: { worker, machine, message: message.id, sent: !isWaiting } };
}

function mailOf(said: string): { refused: string[] } | undefined {
  try {
    const { mail } = JSON.parse(said) as { mail?: { refused?: unknown } };
    return Array.isArray(mail?.refused) ? { refused: mail.refused as string[] } : undefined;
  } catch {
    return undefined;
  }
}
