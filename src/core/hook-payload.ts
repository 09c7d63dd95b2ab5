import type { CompactionTrigger, SessionSource } from './event.ts';

/** What the hook payloads of several hosts name alike, each of them in `snake_case`. */
export interface PayloadStart {
  hook_event_name?: string;
  session_id?: string;
}

/**
 * Name and session of an event, or why there is none. `eventName` stands in for a payload that does not name its event. A
 * session without an id is nobody's, and so is one with the text of an empty variable, which every broken caller would share.
 */
export function startOf(
  payload: PayloadStart,
  eventName?: string,
): { name: string; sessionId: string } | { ignored: string } {
  const name = payload.hook_event_name ?? eventName;
  const sessionId = payload.session_id;
  if (sessionId === undefined || ['', 'null', 'undefined'].includes(sessionId.trim())) {
    return { ignored: 'the payload has no session id' };
  }
  return name ? { name, sessionId } : { ignored: 'the payload names no event' };
}

/** By what a session starts, as hosts write it. */
export function sourceOf(source: string | undefined): SessionSource {
  return sources.find((one) => one === source) ?? 'unknown';
}

const sources: readonly SessionSource[] = ['startup', 'resume', 'clear', 'compact', 'fork'];

/** Who began a compaction, as hosts write it. */
export function triggerOf(trigger: string | undefined): CompactionTrigger {
  return trigger === 'auto' || trigger === 'manual' ? trigger : 'unknown';
}
