import type { HostEvent } from '../../core/event.ts';
import { ticketsAtEnd, toolWork } from '../role/tool-work.ts';
import type { HookContext } from './context.ts';
import type { Draft } from './draft.ts';
import { openRecovery } from './draft.ts';
import type { FinishedCalls } from './finished-calls.ts';
import { hasWork } from './has-work.ts';
import { countFinished } from './on-tool-finished.ts';

/**
 * What calls mean that finished before an event: what they showed counts as read, and tickets and reminders are seen to. Where the event
 * ends a turn nothing can be told that need not be: what was repaired goes on the turn.
 */
export function decideFinished(
  context: HookContext,
  { events, isNew }: FinishedCalls,
): (draft: Draft) => void {
  const tells = tellsNow(context.event);
  const works = hasWork(context.state)
    ? events.map((event) => (tells ? toolWork(context, event) : ticketsAtEnd(context, event.call)))
    : [];
  return (draft) => {
    if (!isNew()) return;
    for (const event of events) {
      const recovery = openRecovery(draft);
      if (recovery) countFinished(draft, recovery, event);
    }
    for (const work of works) work(draft);
  };
}

/** True for an event whose answer can tell something beside what it asks. */
export function tellsNow({ type }: HostEvent): boolean {
  return type === 'tool.requested' || type === 'prompt.submitted';
}
