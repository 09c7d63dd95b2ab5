import { listValue, textValue } from '../task/values.ts';
import { idOfPath, parseTicketFile } from './parse.ts';
import { quickHead } from './quick-head.ts';
import { statusOf } from './status.ts';
import type { Ticket } from './ticket.ts';

/** What a board shows of a ticket. */
export type TicketGlance = Pick<
  Ticket,
  'id' | 'title' | 'status' | 'role' | 'host' | 'branch' | 'phase' | 'dependsOn'
>;

/** The same as reading the whole, for tickets whose front matter says it all, at a small part of the time. */
export function glanceTicket(text: string, path: string): TicketGlance {
  const quick = glanceAtHead(text, path);
  if (quick !== undefined) return quick;
  const { id, title, status, role, host, branch, phase, dependsOn } = parseTicketFile(text, path);
  return { id, title, status, role, host, branch, phase, dependsOn };
}

/** What the beginning of a ticket tells by itself; undefined where more of it must be read. */
export function glanceAtHead(text: string, path: string): TicketGlance | undefined {
  const head = /^\uFEFF?---[ \t]*\r?\n/.exec(text);
  const end = head ? text.indexOf('\n---', head[0].length - 1) : -1;
  if (!head || end < 0 || !/^\n---[ \t]*\r?\n/.test(text.slice(end, end + 200))) return undefined;
  const data = quickHead(text.slice(head[0].length, end + 1).split(/\r?\n/));
  const title = data && textValue(data, 'title', 'name');
  const status = data && textValue(data, 'status');
  if (!data || title === undefined || status === undefined) return undefined;
  return {
    id: textValue(data, 'id') ?? idOfPath(path),
    title,
    status: statusOf(status),
    role: textValue(data, 'role'),
    host: textValue(data, 'host'),
    branch: textValue(data, 'branch'),
    phase: textValue(data, 'phase', 'current_phase'),
    dependsOn: listValue(data, 'depends_on').flatMap((each) => each.split(/[\s,]+/)),
  };
}
