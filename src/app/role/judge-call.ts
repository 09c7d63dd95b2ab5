import { globTest } from '../../core/ledger/glob.ts';
import { isChanging } from '../../core/recovery/gate.ts';
import { roles } from '../../core/role/role.ts';
import { joinPath, relativeTo } from '../../core/task/path.ts';
import type { CheckContext } from '../../core/ticket/check.ts';
import { judgeEdit } from '../../core/ticket/judge-edit.ts';
import { maxTicketCharacters, parseTicketFile } from '../../core/ticket/parse.ts';
import type { ToolCall } from '../../core/tool.ts';
import type { HookContext, HookTickets } from '../hook/context.ts';
import { mainWorkTree } from '../ticket/place.ts';
import { isStateFile } from './role-task.ts';
import { keepTicket } from './ticket-copy.ts';
import { editedTicket, ticketsOf } from './watched-tickets.ts';

/** A call that must not be made, and why. */
export interface Objection {
  /** The ticket, or the file outside of what may be edited. */
  path: string;
  reason: string;
}

/** Looks at a call before it runs: tickets are kept as they are now, and an edit that harms one is objected to. */
export function judgeCall(
  context: HookContext,
  tickets: HookTickets,
  call: ToolCall,
): Objection | undefined {
  if (!isChanging(call, context.config.readOnlyTools)) return undefined;
  for (const ticket of ticketsOf(context, call)) {
    const { path, text } = ticket;
    if (ticket.linked) continue;
    keepTicket(tickets.state, path, text);
    const edited = editedTicket(context, call, ticket);
    if (edited === undefined) continue;
    if ('gone' in edited) {
      const reason = 'A ticket is not deleted: set its status to abandoned instead.';
      if (text !== undefined) return { path, reason };
      continue;
    }
    const reason = judgeEdit(text, edited.text, path, checkedIn(context, tickets));
    if (reason !== undefined) return { path, reason };
  }
  return outsideOfScope(context, call);
}

/** What a ticket of the session's project is checked against. */
export function checkedIn(context: HookContext, tickets: HookTickets): CheckContext {
  const { tasks, files } = context;
  const project = tasks.project === undefined ? '/' : mainWorkTree(files, tasks.project);
  return { project, hosts: tickets.hostIds, roles };
}

/** A handler whose contract names a scope edits nothing else, but its state and tickets. */
function outsideOfScope(context: HookContext, call: ToolCall): Objection | undefined {
  const role = context.state.agents['']?.role;
  const { project } = context.tasks;
  if (role?.role !== 'handler' || role.ticket === undefined || project === undefined)
    return undefined;
  if (call.kind !== 'edit' && call.kind !== 'write') return undefined;
  const text = context.files.readText(role.ticket, maxTicketCharacters * 2);
  const scope = text === undefined ? [] : parseTicketFile(text, role.ticket).scope;
  if (scope.length === 0) return undefined;
  const isInside = globTest([...scope, '.holdfast/**'], project);
  for (const written of call.paths) {
    const named = joinPath(context.event.cwd ?? project, written);
    const path = context.files.realPath(named) ?? named;
    const own = path === role.ticket || path === role.state || isStateFile(path);
    if (own || isInside(path)) continue;
    const reason = `This session is a handler, and ${relativeTo(path, project)} lies outside of the scope of its contract ${role.ticket}: ${scope.join(', ')}. Give this to a worker by a ticket.`;
    return { path, reason };
  }
  return undefined;
}
