import { Fault } from '../../core/errors.ts';
import {
  isAbsolutePath,
  isInside,
  joinPath,
  normalizePath,
  parentOf,
} from '../../core/task/path.ts';
import { glanceTicket } from '../../core/ticket/glance.ts';
import { isTicketId } from '../../core/ticket/new-text.ts';
import { maxTicketCharacters, parseTicketFile } from '../../core/ticket/parse.ts';
import type { Ticket } from '../../core/ticket/ticket.ts';
import type { Files } from '../ports.ts';
import { ticketFolder } from './place.ts';
import type { TicketDisk } from './ports.ts';
import { refuseLinkedFolders } from './safe-folder.ts';

/** A ticket with its file. */
export interface TicketFile {
  /** Real path. */
  path: string;
  text: string;
  ticket: Ticket;
}

/** Where tickets are looked for. */
export interface TicketPlace {
  /** The main work tree, real path. */
  project: string;
  /** The folder that a path is relative to. */
  cwd: string;
  /** Absolute paths that a person or a launch named: these may lie outside of the project. */
  named: readonly string[];
  /** True when a person names the path, so that it may lie anywhere. */
  anywhere: boolean;
}

export interface TicketReading {
  files: Files;
  ticketDisk: Pick<TicketDisk, 'read' | 'head' | 'stamps'>;
}

/** The path of a ticket by its id, or by its path. Throws a Fault when there is none, or several. */
export function findTicketPath(deps: TicketReading, place: TicketPlace, named: string): string {
  if (named.trim() === '') {
    throw new Fault('usage', 'The id is empty.', { hint: 'holdfast ticket list' });
  }
  return isTicketId(named) && !/\.md$/i.test(named)
    ? byId(deps, place, named)
    : byPath(deps, place, named);
}

/** Reads a ticket. Throws a Fault when it is none, or no text. */
export function readTicket(deps: Pick<TicketReading, 'ticketDisk'>, path: string): TicketFile {
  const bytes = deps.ticketDisk.read(path, maxTicketCharacters * 2);
  if (bytes === undefined) throw missing(path);
  const text = textOf(bytes, path);
  return { path, text, ticket: parseTicketFile(text, path) };
}

/** The bytes of a ticket as text, a BOM kept. Throws a Fault when it is no UTF-8. */
export function textOf(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const good = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    const line = good.slice(0, good.indexOf('\uFFFD')).split('\n').length;
    throw new Fault('malformed', `${path}:${line} is not UTF-8 text.`, {
      hint: 'Save it as UTF-8, then run this again.',
    });
  }
}

/** Paths of the tickets of a project, in the order of their names. */
export function ticketPaths(files: Files, project: string): string[] {
  const folder = ticketFolder(project);
  return files
    .list(folder)
    .filter(isTicketFile)
    .map((name) => `${folder}/${name}`);
}

/** True for a name in a folder of tickets that is one's. */
export function isTicketFile(name: string): boolean {
  return /\.md$/i.test(name) && !name.startsWith('.') && !/^readme\.md$/i.test(name);
}

function byId(deps: TicketReading, place: TicketPlace, id: string): string {
  refuseLinkedFolders(deps.files, place.project);
  // The file of that name is the usual case, and reading all others takes long where there are many.
  const own = `${ticketFolder(place.project)}/${id}.md`;
  const isThere = deps.files.stat(own)?.kind === 'file';
  if (isThere && idIn(deps, own) === id) return realOf(deps, own);
  const same = ticketPaths(deps.files, place.project).filter((path) => idIn(deps, path) === id);
  const found = isThere ? [own, ...same] : same;
  const [only, second] = found;
  if (second !== undefined) {
    throw new Fault('refused', `The id ${id} exists twice: ${only} and ${second}.`, {
      hint: 'Give one of them another id, or name the file by its path.',
    });
  }
  if (only !== undefined) return realOf(deps, only);
  throw new Fault('not-found', `There is no ticket ${id} in ${ticketFolder(place.project)}.`, {
    hint: 'List the tickets with "holdfast ticket list".',
  });
}

/** The id that a file names in its first lines, else its own name. */
function idIn(deps: TicketReading, path: string): string {
  const text = deps.files.readText(path, maxTicketCharacters * 2);
  return text === undefined ? '' : glanceTicket(text.slice(0, 70_000), path).id;
}

function byPath(deps: TicketReading, place: TicketPlace, named: string): string {
  const path = isAbsolutePath(named) ? normalizePath(named) : joinPath(place.cwd, named);
  const folder = deps.files.realPath(parentOf(path));
  if (folder === undefined) throw missing(path);
  const real = joinPath(folder, path.slice(path.lastIndexOf('/') + 1));
  const led = isInside(path, place.project) && !isInside(real, place.project);
  if (led && !place.named.includes(path)) {
    throw new Fault('refused', `${named} leads out of the project, to ${real}.`, {
      hint: 'Replace the link with the file itself, or give its real path.',
    });
  }
  const allowed = place.anywhere || isInside(real, place.project) || place.named.includes(real);
  if (!allowed) {
    throw new Fault('refused', `${named} is outside the project ${place.project}.`, {
      hint: 'Inside an agent’s session you can only name tickets of the project.',
    });
  }
  if (deps.ticketDisk.read(real, maxTicketCharacters * 2) === undefined) throw missing(path);
  return real;
}

/** The path with links in its folders resolved; the file itself must be none. */
function realOf(deps: TicketReading, path: string): string {
  const folder = deps.files.realPath(parentOf(path)) ?? parentOf(path);
  return joinPath(folder, path.slice(path.lastIndexOf('/') + 1));
}

function missing(path: string): Fault {
  return new Fault('not-found', `There is no ticket ${path}.`, {
    hint: 'List the tickets with "holdfast ticket list".',
  });
}
