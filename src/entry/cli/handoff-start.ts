import { leaseOf } from '../../app/ticket/leases.ts';
import { Fault } from '../../core/errors.ts';
import type { HandoffRecord } from '../../core/handoff/record.ts';
import type { WorkerHost } from '../../hosts/worker-host.ts';
import { openHandoffs } from '../../journal/handoffs.ts';
import { findProgram } from '../../platform/find-program.ts';
import { runInTerminal } from '../../platform/run-in-terminal.ts';
import type { Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { refuseInsideSession } from './inside-session.ts';
import { outsideSession } from './start-worker.ts';
import { ticketContext } from './ticket-deps.ts';
import { hooksMissing } from './worker-hooks.ts';

/** A handoff that is about to begin. */
export interface Handed {
  target: WorkerHost;
  record: HandoffRecord;
  text: string;
  /** The folder that the client is started in. */
  folder: string;
  model?: string;
  /** What the work is about, in a few words. */
  about: string;
  /** The ticket that the session worked on, absolute. */
  ticket?: string;
}

/** Shows the text and starts the other client with it, at this terminal, once the user says yes. */
export async function startAtTerminal(
  context: CliContext,
  handed: Handed,
  keep: () => void,
  gone: string | undefined,
): Promise<Outcome> {
  const { target, record, text, folder, model } = handed;
  refuseInsideSession(context, 'Starting another client');
  if (!context.interactive) {
    throw new Fault('usage', `There is no terminal to start ${target.program} at.`, {
      hint: 'Give --print for just the text, or --worker to let it work unattended.',
    });
  }
  const program = findProgram(target.program, context.env.PATH);
  if (program === undefined) {
    throw new Fault('not-found', `The program ${target.program} is not on PATH.`, {
      hint: 'Install it, or put its folder on PATH, then run this again.',
    });
  }
  refuseHeld(context, record);
  const missing = hooksMissing(context, target.id, folder);
  const notes = [gone, missing].filter((one) => one !== undefined);
  context.say([text, '', ...notes].join('\n'));
  if (!(await context.ask(`Start ${target.program} in ${folder} with this text?`))) {
    return { text: 'Nothing was started, and nothing was handed over.', failed: true };
  }
  keep();
  const args = target.atTerminal({ prompt: text, ...(model !== undefined && { model }) });
  const end = await runInTerminal(program, args, { cwd: folder, env: outsideSession(context) });
  if (end.notStarted !== undefined) {
    throw new Fault('not-found', `${target.program} could not be started: ${end.notStarted}.`, {
      hint: 'Run it by itself once, then run this again.',
    });
  }
  return outcomeOf(context, handed);
}

/** Throws a Fault while a worker is at the ticket: two would work on it at the same time. */
export function refuseHeld(context: CliContext, { role }: HandoffRecord): void {
  const ticket = role?.ticket;
  if (ticket === undefined) return;
  const lease = leaseOf(ticketContext(context), ticket);
  if (lease?.worker === undefined) return;
  throw new Fault('refused', `The worker ${lease.owner} is working on the ticket ${ticket}.`, {
    hint: `Stop it first: holdfast stop ${lease.owner}`,
  });
}

function outcomeOf(context: CliContext, { target, record }: Handed): Outcome {
  const by = openHandoffs(context.paths.home).takenBy(record.id);
  const data = { id: record.id, to: target.id, from: record.from, taken: by ?? null };
  if (by === undefined) {
    return {
      text: `${target.program} ended, and no session of it told Holdfast that it takes the work. Look at its hooks: holdfast doctor`,
      data,
      failed: true,
    };
  }
  return {
    text: `The ${by.host} session ${by.session} continues the work. See it with: holdfast show ${by.session}`,
    data,
  };
}
