import type { EntryBody } from '../../core/recovery/entry.ts';
import type { Recovery } from '../../core/recovery/recovery.ts';
import { isOpen } from '../../core/recovery/recovery.ts';
import type { AgentState } from '../../core/recovery/session-state.ts';
import { agentState, applyEntry, lastRecovery } from '../../core/recovery/session-state.ts';
import type { Reply } from '../../core/reply.ts';
import type { TrackerMessage } from '../../core/tracker/message.ts';
import type { NewEntry } from '../ports.ts';
import type { HookContext } from './context.ts';

/**
 * A decision being made. What is added counts at once in the state that later steps see, and is written
 * to the journal when the decision is done.
 */
export interface Draft {
  context: HookContext;
  entries: NewEntry[];
  /** Replies that are harmless even when nothing could be written. */
  replies: Reply[];
  /** Replies that go out only with their entries on disk: unrecorded they could repeat for ever. */
  guarded: Reply[];
  /** Files of what waited and is told with this decision. */
  told: string[];
  /** What a tracker is told once the decision is written. */
  forTracker?: { messages: TrackerMessage[]; key: string; holdMs?: number };
  /** What is added to the log of a compaction that waits for it. */
  forLog?: { text: string; key: string };
}

export function newDraft(context: HookContext): Draft {
  return { context, entries: [], replies: [], guarded: [], told: [] };
}

export function add(draft: Draft, body: EntryBody): void {
  const { event, state, nowMs } = draft.context;
  const agent = event.agentId;
  draft.entries.push(agent === undefined ? { body } : { agent, body });
  const at = new Date(nowMs).toISOString();
  applyEntry(state, { v: 1, at, ...(agent === undefined ? {} : { agent }), ...body });
}

/** Adds an entry of the session itself, whichever of its agents the event belongs to. */
export function addToSession(draft: Draft, body: EntryBody): void {
  const { state, nowMs } = draft.context;
  draft.entries.push({ body });
  applyEntry(state, { v: 1, at: new Date(nowMs).toISOString(), ...body });
}

export function agentOf(draft: Draft): AgentState {
  return agentState(draft.context.state, draft.context.event.agentId);
}

/** The agent's recovery that still speaks and gates, if any. */
export function openRecovery(draft: Draft): Recovery | undefined {
  const last = lastRecovery(agentOf(draft));
  return isOpen(last) ? last : undefined;
}
