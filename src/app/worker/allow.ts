import { parseTicketFile } from '../../core/ticket/parse.ts';
import type { Ticket } from '../../core/ticket/ticket.ts';
import { handedOn } from '../../core/worker/allow.ts';
import type { LaunchRecord } from '../../core/worker/launch.ts';
import { digest } from '../install/text.ts';
import type { Files } from '../ports.ts';
import { type TrustItem, trustedHash, trustItem } from '../trust.ts';

/** Tickets of a project that are looked at for what they allow. */
const mostTickets = 2_000;

/** By what name the list of a ticket is trusted: it alone, so that progress in the ticket asks for nothing anew. */
export function allowName(ticketName: string): string {
  return `.holdfast/tickets/${ticketName}#allow`;
}

/** What tickets of a project wish to be allowed, and how it stands. */
export function allowList(files: Files, trustFolder: string, project: string): TrustItem[] {
  const folder = `${project}/.holdfast/tickets`;
  return files
    .list(folder)
    .filter((name) => name.endsWith('.md'))
    .slice(0, mostTickets)
    .flatMap((name) => {
      const text = files.readText(`${folder}/${name}`);
      if (text === undefined || !/^allow:/m.test(text)) return [];
      const { allow } = parseTicketFile(text, name);
      if (allow.length === 0) return [];
      return [trustItem(files, trustFolder, project, allowName(name), listText(allow))];
    });
}

function listText(allow: readonly string[]): string {
  return `${allow.join('\n')}\n`;
}

/** What a worker is allowed unasked beside its permission. */
export interface Allowed {
  allow: string[];
  /** What its ticket wishes, and nobody trusts. */
  untrusted: string[];
  /** What whoever starts it has not, and so cannot hand on. */
  notHandedOn: string[];
}

/**
 * What a worker of a ticket is allowed: by the settings, by the user who starts it, and by its ticket where a user trusts that
 * list. A worker that starts it hands on no more than it has.
 */
export function allowedFor(
  files: Files,
  trustFolder: string,
  wish: {
    project: string;
    path: string;
    ticket: Pick<Ticket, 'allow'>;
    settings: readonly string[];
    given: readonly string[];
    parent: LaunchRecord | undefined;
  },
): Allowed {
  const { project, path, ticket, settings, given, parent } = wish;
  const name = allowName(path.split('/').at(-1)!);
  const inProject = path.startsWith(`${project}/.holdfast/tickets/`);
  const known = inProject ? trustedHash(files, trustFolder, project, name) : undefined;
  const isTrusted = known !== undefined && known === digest(listText(ticket.allow));
  const byTicket = isTrusted ? ticket.allow : [];
  const wished = [...new Set([...settings, ...given, ...byTicket])];
  const allow =
    parent === undefined || parent.permission === 'full'
      ? wished
      : handedOn(wished, parent.allow ?? []);
  return {
    allow,
    untrusted: isTrusted ? [] : ticket.allow.filter((one) => !wished.includes(one)),
    notHandedOn: wished.filter((one) => !allow.includes(one)),
  };
}

const order = { ask: 0, edit: 1, full: 2 } as const;

/** A worker that starts another gives it no more than it has. */
export function atMost(
  wished: LaunchRecord['permission'],
  parent: LaunchRecord | undefined,
): LaunchRecord['permission'] {
  return parent !== undefined && order[parent.permission] < order[wished]
    ? parent.permission
    : wished;
}
