import type { HostEvent } from '../../core/event.ts';
import { fingerprint } from '../../core/hash.ts';
import { isChanging } from '../../core/recovery/gate.ts';
import { agentState } from '../../core/recovery/session-state.ts';
import { renderReminder } from '../../core/role/reminder.ts';
import type { SessionRole, WorkState } from '../../core/role/role.ts';
import { maxTicketCharacters, parseTicketFile } from '../../core/ticket/parse.ts';
import type { ToolCall } from '../../core/tool.ts';
import { neutralise } from '../../core/trust/untrusted.ts';
import type { HookContext } from '../hook/context.ts';
import type { Draft } from '../hook/draft.ts';
import { addToSession } from '../hook/draft.ts';
import { judgeCall } from './judge-call.ts';
import { repairTickets, type TicketsAfter } from './repair-tickets.ts';
import { isStateFile, stateFile } from './role-task.ts';

type ToolEvent = HostEvent & { type: 'tool.requested' | 'tool.finished' };

/**
 * What a tool event means for the tickets of a session and for the discipline of its role. Looks at files at once; what is
 * returned decides by the journal as it is then.
 */
export function toolWork(context: HookContext, event: ToolEvent): (draft: Draft) => void {
  return event.type === 'tool.requested'
    ? requested(context, event.call)
    : finished(context, event);
}

/** What a call did to tickets that are looked after, where the turn ends behind it: repaired, and told where something was wrong. */
export function ticketsAtEnd(context: HookContext, call: ToolCall): (draft: Draft) => void {
  const tickets = context.tickets?.();
  if (tickets === undefined) return () => {};
  const after = repairTickets(context, tickets, call);
  return (draft) => tellRepairs(draft, after);
}

function requested(context: HookContext, call: ToolCall): (draft: Draft) => void {
  const tickets = context.tickets?.();
  if (tickets === undefined) return () => {};
  const objection = judgeCall(context, tickets, call);
  return (draft) => {
    const { blocksTools } = draft.context.host.capabilities;
    // What is held back already needs no second reason.
    if (
      objection === undefined ||
      !blocksTools ||
      draft.guarded.some(({ type }) => type === 'deny')
    )
      return;
    const { path, reason } = objection;
    addToSession(draft, { kind: 'ticket', path, done: 'denied', why: reason });
    draft.guarded.push({ type: 'deny', reason: `Holdfast: ${neutralise(reason)}` });
  };
}

function finished(context: HookContext, event: ToolEvent): (draft: Draft) => void {
  const { call } = event;
  const tickets = context.tickets?.();
  const after =
    tickets === undefined ? { findings: [], moved: [] } : repairTickets(context, tickets, call);
  const changing = isChanging(call, context.config.readOnlyTools);
  return (draft) => {
    tellRepairs(draft, after);
    const { role } = agentState(draft.context.state, undefined);
    if (role === undefined) return;
    const written = writtenNow(draft, role, call);
    const before = agentState(draft.context.state, undefined).work;
    const isNew = written !== undefined && written !== before?.written;
    if (isNew) addToSession(draft, { kind: 'progress', written });
    // At first sight nothing was written yet.
    if (changing && !(isNew && before !== undefined)) addToSession(draft, { kind: 'work' });
    const moved = after.moved[0] ?? movedByCommand(call);
    if (role.role === 'handler' && moved !== undefined) {
      addToSession(draft, { kind: 'phase', what: moved });
      return;
    }
    if (changing) remind(draft, role);
  };
}

function tellRepairs(draft: Draft, { findings }: TicketsAfter): void {
  const { faulty = [] } = agentState(draft.context.state, undefined);
  for (const { path } of faulty) {
    if (!findings.some((one) => one.path === path))
      addToSession(draft, { kind: 'ticket', path, done: 'well', why: '' });
  }
  for (const { path, repaired, lasting, why, kept } of findings) {
    // What stays as it is would else be said behind every call.
    if (lasting && faulty.some((one) => one.path === path && one.why === why)) continue;
    const more = kept === undefined ? {} : { kept };
    if (repaired || lasting) {
      const done = repaired ? 'repaired' : 'told';
      addToSession(draft, { kind: 'ticket', path, done, why, ...more });
    }
    const version =
      kept === undefined ? '' : ` The other version is kept as ${kept} in the state folder.`;
    const text = `Holdfast: ${path}: ${neutralise(why)}${version}`;
    draft.replies.push({ type: 'inject', text });
  }
}

/** The command of ours by which the call moved a ticket. */
function movedByCommand({ command }: ToolCall): string | undefined {
  const found = /\bholdfast ticket (?:claim|block|review|done|fail|reopen) [\w.-]+/.exec(
    command ?? '',
  );
  return found ? `a ticket was moved (\`${found[0]}\`)` : undefined;
}

/** Fingerprint of what a worker or a handler writes when there is progress; undefined where there is no such file. */
function writtenNow(draft: Draft, role: SessionRole, call: ToolCall): string | undefined {
  const { files, tasks } = draft.context;
  if (role.role === 'worker' && role.ticket !== undefined) {
    const text = files.readText(role.ticket, maxTicketCharacters * 2);
    if (text === undefined) return undefined;
    const { progress, result, status } = parseTicketFile(text, role.ticket);
    return fingerprint(JSON.stringify([progress, result, status]));
  }
  if (role.role !== 'handler' || tasks.project === undefined) return undefined;
  const path =
    seenState(draft, role, call) ?? stateFile({ files, root: tasks.project }, role, { facts: [] });
  const text = path === undefined ? undefined : files.readText(path);
  return text === undefined ? undefined : fingerprint(text);
}

/** The state file that this very call writes; it is remembered. */
function seenState(draft: Draft, role: SessionRole, call: ToolCall): string | undefined {
  if (call.kind !== 'edit' && call.kind !== 'write') return undefined;
  const written = call.paths.find(isStateFile);
  const { files, event } = draft.context;
  const path =
    written && files.realPath(written.startsWith('/') ? written : `${event.cwd}/${written}`);
  if (path === undefined || path === '') return undefined;
  if (path !== role.state) addToSession(draft, { kind: 'role', ...role, state: path });
  return path;
}

function remind(draft: Draft, role: SessionRole): void {
  const { work } = agentState(draft.context.state, undefined);
  const { config, nowMs, event, program } = draft.context;
  if (work === undefined || work.reminded || event.agentId !== undefined) return;
  if (!isDue(work, config, nowMs)) return;
  // Beside a brief or a report it would be lost; the next result will do.
  if (draft.replies.some(({ type }) => type === 'inject')) return;
  const text = renderReminder(role, work, nowMs, program);
  if (text === '') return;
  addToSession(draft, { kind: 'reminded' });
  draft.guarded.push({ type: 'inject', text });
}

function isDue(
  work: WorkState,
  { reminderCalls, reminderMinutes }: { reminderCalls: number; reminderMinutes: number },
  nowMs: number,
): boolean {
  const since = work.since === undefined ? nowMs : Date.parse(work.since);
  const due = work.calls >= reminderCalls || nowMs - since >= reminderMinutes * 60_000;
  return due || work.phase !== undefined;
}
