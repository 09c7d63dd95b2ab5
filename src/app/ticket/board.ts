import { Fault } from '../../core/errors.ts';
import { type CheckContext, checkTicket } from '../../core/ticket/check.ts';
import { cyclesIn, type Depending } from '../../core/ticket/depend.ts';
import { glanceTicket } from '../../core/ticket/glance.ts';
import { maxTicketCharacters, parseTicketFile } from '../../core/ticket/parse.ts';
import type { TicketFault } from '../../core/ticket/ticket.ts';
import { type BoardCache, type BoardEntry, readBoard } from './board-cache.ts';
import { ticketFolder } from './place.ts';
import { refuseLinkedFolders } from './safe-folder.ts';
import { isTicketFile, type TicketReading, textOf } from './store.ts';

/** All tickets of a project as far as a board shows them, in the order of their files' names. */
export function boardOf(
  deps: TicketReading,
  project: string,
  cache: BoardCache,
  nowMs: number,
): BoardEntry[] {
  refuseLinkedFolders(deps.files, project);
  return readBoard(deps.ticketDisk, ticketFolder(project), isTicketFile, cache, nowMs);
}

/** A fault of one of a project's tickets. */
export interface PlacedFault extends TicketFault {
  path: string;
}

/** Everything that is wrong with the tickets at these paths, alone and with each other. `all`: paths of all of the project's. */
export function checkTickets(
  deps: TicketReading,
  paths: readonly string[],
  all: readonly string[],
  context: CheckContext,
): PlacedFault[] {
  const known = all.flatMap((path) => depending(deps, path));
  const byId = groupById(known);
  const circles = cyclesIn(known);
  return paths.flatMap((path): PlacedFault[] => {
    let text: string;
    try {
      const bytes = deps.ticketDisk.read(path, maxTicketCharacters * 2);
      if (bytes === undefined) return [{ path, line: 1, what: 'there is no such file' }];
      text = textOf(bytes, path);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return [{ path, line: lineIn(error, path), what: error.message }];
    }
    const ticket = parseTicketFile(text, path);
    const line = (key: string) => lineOfKey(text, key);
    const faults = checkTicket(text, path, context);
    const twin = byId.get(ticket.id)?.find((each) => each.path !== path);
    if (twin && all.includes(path)) {
      faults.push({ line: line('id'), what: `the id ${ticket.id} is that of ${twin.path} too` });
    }
    for (const id of ticket.dependsOn) {
      if (id !== ticket.id && !byId.has(id)) {
        faults.push({
          line: line('depends_on'),
          what: `it depends on ${id}, which does not exist`,
        });
      }
    }
    for (const circle of circles.filter((each) => turnsRound(each, ticket))) {
      const round = [...circle, circle[0]].join(' → ');
      faults.push({ line: line('depends_on'), what: `it depends on itself in a circle: ${round}` });
    }
    return faults.sort((a, b) => a.line - b.line).map((fault) => ({ path, ...fault }));
  });
}

/** True for a ticket that a circle goes through; one that only shares the id of such a ticket is none. */
function turnsRound(circle: readonly string[], ticket: Depending): boolean {
  if (circle.length < 2 || !circle.includes(ticket.id)) return false;
  return ticket.dependsOn.some((id) => circle.includes(id));
}

function depending(deps: TicketReading, path: string): (Depending & { path: string })[] {
  try {
    const bytes = deps.ticketDisk.read(path, maxTicketCharacters * 2);
    if (bytes === undefined) return [];
    const { id, dependsOn } = glanceTicket(textOf(bytes, path), path);
    return [{ path, id, dependsOn }];
  } catch {
    return [];
  }
}

function groupById<T extends { id: string }>(all: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const each of all) groups.set(each.id, [...(groups.get(each.id) ?? []), each]);
  return groups;
}

function lineOfKey(text: string, key: string): number {
  const at = text.split(/\r\n|\n|\r/).findIndex((line) => line.startsWith(`${key}:`));
  return at < 0 ? 1 : at + 1;
}

/** The line that a fault names behind the path. */
function lineIn(fault: Fault, path: string): number {
  return Number(fault.message.slice(path.length).match(/^:(\d+)/)?.[1] ?? 1);
}
