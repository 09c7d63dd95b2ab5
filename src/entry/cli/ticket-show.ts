import { type Lease, leaseEnd, leaseOf } from '../../app/ticket/leases.ts';
import { readTicket } from '../../app/ticket/store.ts';
import type { SeenReport } from '../../core/fleet/report.ts';
import { baseName } from '../../core/task/path.ts';
import { unanswered } from '../../core/ticket/answers.ts';
import { checkTicket } from '../../core/ticket/check.ts';
import type { Ticket } from '../../core/ticket/ticket.ts';
import { userTime, withUserTime } from '../../core/time-text.ts';
import { withoutControls } from '../../core/trust/untrusted.ts';
import type { Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { factsText } from './fleet-text.ts';
import { reportsOn } from './fleet-view.ts';
import { ticketContext, ticketPath } from './ticket-deps.ts';
import { endedOwner, lastWorkers } from './ticket-worker.ts';

const shownProgress = 10;

export function showTicket(context: CliContext, _options: object, [named]: string[]): Outcome {
  const tickets = ticketContext(context);
  const path = ticketPath(tickets, named);
  const { ticket, text } = readTicket(tickets, path);
  const faults = checkTicket(text, path, tickets.check);
  const lease = leaseOf(tickets, path);
  const { faults: _own, ...told } = ticket;
  const elsewhere = reportsOn(context, baseName(path).replace(/\.md$/, ''));
  const ended = lease ? undefined : endedOwner(ticket.status, lastWorkers(context)(path));
  return {
    text: ticketText(path, ticket, lease, ended, elsewhere),
    ...(faults.length > 0 && {
      warning: faults.map((fault) => `${path}:${fault.line} ${fault.what}.`).join('\n'),
    }),
    data: {
      path,
      ...told,
      status: ticket.status ?? null,
      lease: lease ?? null,
      owner: lease?.owner ?? ended ?? null,
      faults,
      ...(elsewhere.length > 0 && { elsewhere }),
    },
  };
}

function ticketText(
  path: string,
  ticket: Ticket,
  lease: Lease | undefined,
  ended: string | undefined,
  elsewhere: readonly SeenReport[],
): string {
  const lines = [`${ticket.id}: ${ticket.title}`, path, ''];
  const told: [string, string | undefined][] = [
    ['status', ticket.status],
    ['worker', lease ? leaseText(lease) : ended],
    ['role', ticket.role],
    ['host', ticket.host],
    ['branch', ticket.branch],
    ['phase', ticket.phase],
    ['objective', ticket.objective],
    ['scope', list(ticket.scope)],
    ['success', list(ticket.success)],
    ['load first', list(ticket.filesToLoad)],
    ['depends on', list(ticket.dependsOn)],
    ['may', ticket.permissions],
    ['allow', list(ticket.allow)],
    ['approval', ticket.approval],
    ['next', ticket.nextAction],
    ['tracker', ticket.tracker],
    ['open', list(unanswered(ticket))],
  ];
  for (const [name, value] of told) if (value) lines.push(`${name.padEnd(11)} ${value}`);
  if (ticket.contract) lines.push('', 'Contract', indented(ticket.contract));
  const hidden = ticket.progress.length - shownProgress;
  if (ticket.progress.length > 0) lines.push('', 'Progress');
  if (hidden > 0) lines.push(`  … ${hidden} earlier`);
  for (const entry of ticket.progress.slice(-shownProgress))
    lines.push(`  - ${withUserTime(entry)}`);
  if (ticket.result) lines.push('', 'Result', indented(ticket.result));
  if (elsewhere.length > 0) lines.push('', 'On other machines');
  for (const { kind, id, machine, facts } of elsewhere)
    lines.push(`  - ${kind} ${id} on ${machine}: ${factsText(facts)}`);
  return withoutControls(lines.join('\n'));
}

function leaseText(lease: Lease): string {
  const end = leaseEnd(lease);
  const until =
    end === undefined ? `as long as process ${lease.worker?.pid} lives` : `until ${userTime(end)}`;
  return `${lease.owner}, since ${userTime(lease.since)}, ${until}`;
}

function list(values: readonly string[]): string | undefined {
  return values.length === 0 ? undefined : values.join('; ');
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}
