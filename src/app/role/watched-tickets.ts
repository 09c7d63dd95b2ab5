import { editedText } from '../../core/edit/edited-text.ts';
import { baseName, joinPath } from '../../core/task/path.ts';
import { maxTicketCharacters } from '../../core/ticket/parse.ts';
import type { ToolCall } from '../../core/tool.ts';
import type { HookContext } from '../hook/context.ts';
import { mainWorkTree, ticketFolder } from '../ticket/place.ts';

/** A ticket that a call may touch. */
export interface WatchedTicket {
  /** Real path, or, of a file that is not there yet, its path with links in its folder resolved. */
  path: string;
  /** Undefined while it is not there. */
  text?: string;
  /** A symbolic link stands in its place now; what it leads to is not read. */
  linked?: true;
  /** The call names it as a file. */
  named: boolean;
  /** The session looks after it, whatever the call names. */
  guarded: boolean;
}

/** Tickets that a call may touch: those that the session looks after, and those that the call names. */
export function ticketsOf(context: HookContext, call: ToolCall): WatchedTicket[] {
  const guarded = context.state.agents['']?.guarded ?? [];
  const found = new Map<string, WatchedTicket>();
  const take = (path: string, named: boolean): void => {
    const real = realPath(context, path);
    if (guarded.includes(path) && real !== path) {
      found.set(path, { path, linked: true, named, guarded: true });
      return;
    }
    const known = found.get(real);
    found.set(real, {
      path: real,
      text: context.files.readText(real, maxTicketCharacters * 2),
      named: named || known?.named === true,
      guarded: guarded.includes(real),
    });
  };
  for (const path of guarded) take(path, false);
  for (const path of namedPaths(context, call)) {
    if (guarded.includes(realPath(context, path)) || isTicketPath(context, path)) take(path, true);
  }
  return [...found.values()];
}

/** What a ticket holds when the call is done: as far as the host tells what the call writes. */
export function editedTicket(context: HookContext, call: ToolCall, ticket: WatchedTicket) {
  if (call.edit === undefined || !ticket.named) return undefined;
  const { cwd } = context.event;
  return editedText(
    ticket.text,
    call.edit,
    (path) => realPath(context, joinPath(cwd ?? '/', path)) === ticket.path,
  );
}

/** Files that an edit names, and tickets of the project that stand in a command by their file's name. */
function namedPaths(context: HookContext, call: ToolCall): string[] {
  const cwd = call.cwd ?? context.event.cwd ?? '/';
  if (call.kind === 'edit' || call.kind === 'write')
    return call.paths.map((path) => joinPath(cwd, path));
  const { command } = call;
  if (command === undefined) return [];
  const names = command.match(/[\w.-]+/g)?.flatMap((word) => /^.*\.md\b/.exec(word) ?? []) ?? [];
  return [...new Set(names)].map((name) => `${folderOf(context)}/${name}`);
}

function isTicketPath(context: HookContext, path: string): boolean {
  const real = realPath(context, path);
  const name = baseName(real);
  return (
    real === `${folderOf(context)}/${name}` && /\.md$/i.test(name) && !/^readme\.md$/i.test(name)
  );
}

function folderOf({ files, tasks }: HookContext): string {
  return tasks.project === undefined ? '' : ticketFolder(mainWorkTree(files, tasks.project));
}

function realPath({ files }: HookContext, path: string): string {
  const real = files.realPath(path);
  if (real !== undefined) return real;
  const cut = path.lastIndexOf('/');
  const folder = files.realPath(path.slice(0, cut));
  return folder === undefined ? path : `${folder}${path.slice(cut)}`;
}
