import type { Config } from '../../core/config/schema.ts';
import type { HostEvent } from '../../core/event.ts';
import type { AgentState, SessionState } from '../../core/recovery/session-state.ts';
import { agentState } from '../../core/recovery/session-state.ts';
import type { Reply } from '../../core/reply.ts';
import type { Host } from '../../hosts/host.ts';
import type { Clock, Files, Git, NewEntry, RecordSource, SessionStore } from '../ports.ts';
import type { TaskFinder } from '../task/finder.ts';

/** What an event is handled with. */
export interface HookDeps {
  host: Host;
  files: Files;
  git: Git;
  clock: Clock;
  records: RecordSource;
  store: SessionStore;
  config: Config;
  tasks: TaskFinder;
  /** The command by which a person asks us, as the texts name it. */
  program: string;
}

/** An event with the session's state, as its handler sees it. */
export interface HookContext extends HookDeps {
  event: HostEvent;
  state: SessionState;
  agent: AgentState;
  nowMs: number;
}

/** What a handler wants: entries for the journal, and replies for the host. */
export interface Outcome {
  entries: NewEntry[];
  replies: Reply[];
  /** Replies that may only go out when the entries were written: without a record they could repeat for ever. */
  guarded?: Reply[];
}

export const nothing: Outcome = { entries: [], replies: [] };

/** The context of an event, with the state as the journal has it now. */
export function contextOf(deps: HookDeps, event: HostEvent): HookContext {
  const { state } = deps.store.load();
  return {
    ...deps,
    event,
    state,
    agent: agentState(state, event.agentId),
    nowMs: deps.clock.now().getTime(),
  };
}

/** The same context with the state read again, for deciding under the lock. */
export function refreshed(context: HookContext): HookContext {
  return contextOf(context, context.event);
}

/** Entry for the agent of the event. */
export function entry(context: HookContext, body: NewEntry['body']): NewEntry {
  const { agentId } = context.event;
  return agentId === undefined ? { body } : { agent: agentId, body };
}
