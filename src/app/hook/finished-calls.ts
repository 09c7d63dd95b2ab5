import type { ConversationItem } from '../../core/conversation.ts';
import type { HostEvent } from '../../core/event.ts';
import { isGated } from '../../core/recovery/gate.ts';
import { isOpen, isOwed, type Recovery } from '../../core/recovery/recovery.ts';
import { lastRecovery, mainAgent } from '../../core/recovery/session-state.ts';
import { findRecord } from '../find-record.ts';
import type { FinishedMark } from '../ports.ts';
import type { HookContext } from './context.ts';
import { hasWork } from './has-work.ts';

export type FinishedEvent = HostEvent & { type: 'tool.finished' };

/** Calls that finished since the agent's last event, as the event that the host does not send would tell of them. */
export interface FinishedCalls {
  events: FinishedEvent[];
  /** False once another process of the session has taken them. */
  isNew(): boolean;
  /** Keeps how far the transcript was looked through. */
  keep(): void;
}

/** Characters of a result that are looked at: a file that has to be read is seldom longer. */
const keptOfResults = 400_000;
/** How often, and after how many milliseconds, the transcript is looked at again for a call that it does not show yet. */
const lateLooks = 10;
const lateMs = 25;
/** Calls without a result that are remembered: those that run beside each other. */
const mostPending = 20;
/** Calls that events told of, the last ones. */
const mostTold = 50;

/** Events at which what finished before is taken up. */
const takesUp: ReadonlySet<HostEvent['type']> = new Set([
  'tool.requested',
  'prompt.submitted',
  'compaction.starting',
  'turn.ending',
]);

/**
 * What finished since the last event, by the transcript, on hosts that are not asked to tell of finished calls. Undefined where they
 * do, or where nothing waits for what a call showed or did. Where the gate is about to hold a call back, or a
 * reminder is due with one change more, the transcript gets a moment to show the results before it: the host writes it a little later
 * than it asks.
 */
export async function finishedCalls(context: HookContext): Promise<FinishedCalls | undefined> {
  const { host, event, agent, store } = context;
  if (!takesUp.has(event.type) || !isHeeded(context)) return undefined;
  const last = lastRecovery(agent);
  const open = isOpen(last) ? last : undefined;
  const mark = store.readFinished(event.agentId);
  const path = findRecord(context.files, host, event);
  if (path === undefined) return undefined;
  const start = startOf(mark, open) ?? {
    cursor: store.readFoldHead(event.agentId)?.cursor,
    pending: [],
  };
  let found = look(context, path, start, open?.armedAt);
  const waits = (open !== undefined && depends(context, open)) || isLastBefore(context, found);
  for (let more = lateLooks; waits && more > 0 && !isUpTo(event, found); more -= 1) {
    await new Promise((resolve) => setTimeout(resolve, lateMs));
    found = look(context, path, start, open?.armedAt);
  }
  if (found === undefined) return undefined;
  const { events, next } = found;
  return {
    events: events.filter(({ call }) => !mark?.told?.includes(call.id ?? '')),
    isNew: () => store.readFinished(event.agentId)?.cursor?.offset === mark?.cursor?.offset,
    keep() {
      const told = store.readFinished(event.agentId)?.told;
      store.writeFinished(event.agentId, { ...next, ...(told && { told }) });
    },
  };
}

/**
 * Where the last look ended; where a recovery began after it, that is where it begins: what was read before a compaction is not
 * before the model any more.
 */
function startOf(
  mark: FinishedMark | undefined,
  open: Recovery | undefined,
): FinishedMark | undefined {
  const began = open?.cursor;
  if (
    began !== undefined &&
    (mark?.cursor === undefined || (mark.cursor.offset ?? 0) < (began.offset ?? 0))
  )
    return { cursor: began, pending: [] };
  return mark?.cursor === undefined ? undefined : mark;
}

/** True where what a call showed or did is waited for, and no event has to tell of it. */
function isHeeded({ host, agent, state }: HookContext): boolean {
  if (host.capabilities.tellsFinished !== false) return false;
  return isOpen(lastRecovery(agent)) || hasWork(state);
}

/** True where the answer to the event can turn on a result that came just before it. */
function depends({ event, config }: HookContext, open: Recovery): boolean {
  if (event.type === 'tool.requested') return isGated(open, event.call, config);
  return event.type === 'turn.ending' && isOwed(open);
}

/** True where one more change, which the transcript may not show yet, makes a reminder due: else it comes a call late. */
function isLastBefore({ event, state, config }: HookContext, found: Found | undefined): boolean {
  if (event.type !== 'tool.requested' || event.agentId !== undefined) return false;
  const { role, work } = state.agents[mainAgent] ?? {};
  if (role?.role !== 'worker' && role?.role !== 'handler') return false;
  const counted = (work?.calls ?? 0) + (found?.events.length ?? 0);
  return work?.reminded !== true && counted === config.reminderCalls - 1;
}

/** True where the transcript shows what led to the event: the call that is asked about, or the answer that ends the turn. */
function isUpTo(event: HostEvent, found: Found | undefined): boolean {
  if (event.type !== 'tool.requested') return found?.answered === true;
  return event.call.id === undefined || found?.seen.has(event.call.id) === true;
}

/** Remembers a call whose end an event told of after all, as with posted events, so that it counts once. */
export function noteTold(context: HookContext, { call }: FinishedEvent): void {
  if (call.id === undefined || !isHeeded(context)) return;
  const { store, event } = context;
  const {
    cursor,
    pending,
    told = [],
  } = store.readFinished(event.agentId) ?? {
    cursor: undefined,
    pending: [],
  };
  const all = [...told, call.id].slice(-mostTold);
  store.writeFinished(event.agentId, { cursor, pending, told: all });
}

interface Found {
  events: FinishedEvent[];
  /** Ids of the calls that the transcript shows. */
  seen: Set<string>;
  /** Text of the agent stands last. */
  answered: boolean;
  next: FinishedMark;
}

/** Results from before `since` are none of a recovery that began then, though their rows came later. */
function look(
  context: HookContext,
  path: string,
  start: FinishedMark,
  since: string | undefined,
): Found | undefined {
  const { host, event } = context;
  const { sessionId, agentId, cwd, transcriptPath } = event;
  const base = { sessionId, agentId, cwd, transcriptPath };
  const calls = new Map(start.pending.map((call) => [call.id, call]));
  const seen = new Set<string>();
  let events: FinishedEvent[] = [];
  let answered = false;
  const reader = host.reader({ subagent: agentId !== undefined, keep: keptOfResults });
  const take = (item: ConversationItem) => {
    if (item.replayed) return;
    if (item.type === 'assistant') answered = true;
    else if (item.type === 'call' || item.type === 'result') answered = false;
    switch (item.type) {
      case 'call': {
        const { input: _, ...call } = item.call;
        if (call.id === undefined) return;
        seen.add(call.id);
        calls.set(call.id, call);
        return;
      }
      case 'result': {
        const call = calls.get(item.result.callId);
        if (call === undefined) return;
        calls.delete(item.result.callId);
        if (since !== undefined && item.time !== undefined && item.time < since) return;
        events.push({ ...base, type: 'tool.finished', call, result: item.result });
        return;
      }
      // What was read before a compaction, or in turns that were taken back, is not before the model any more.
      case 'boundary':
      case 'rewind':
        events = [];
        return;
      default:
        return;
    }
  };
  const read = context.records(path, reader, start.cursor, take);
  if (read === undefined) return undefined;
  const pending = [...calls.values()].slice(-mostPending);
  return { events, seen, answered, next: { cursor: read.cursor, pending } };
}
