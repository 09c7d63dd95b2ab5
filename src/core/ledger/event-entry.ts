import type { HostEvent } from '../event.ts';
import type { ToolCall, ToolResult } from '../tool.ts';
import { begunCall, type EntryPorts, endedCall } from './call-entry.ts';
import type { CallEntry } from './entry.ts';

/** The place of what only an event told of: where its line stands in the ledger decides, and not a number in it. */
const toldPlace = 0;

/**
 * The entry of a call by the host's event; undefined where the event is about no call, or its call cannot be
 * recognised. `nameless`: what a call without an id is known by; absent where the record tells of it besides, since
 * it would then be there twice.
 */
export function entryOfEvent(
  event: HostEvent,
  ports: EntryPorts,
  nameless?: 'by-content',
): CallEntry | undefined {
  if (event.type !== 'tool.requested' && event.type !== 'tool.finished') return undefined;
  const result = event.type === 'tool.finished' ? event.result : undefined;
  const id =
    event.call.id ||
    result?.callId ||
    (nameless === undefined ? undefined : contentId(event.call, result, event.turnId, ports));
  if (!id) return undefined;
  const begun = begunCall(event.call, {
    id,
    source: 'hook',
    began: toldPlace,
    agent: event.agentId,
    time: ports.now,
    cwd: event.cwd,
  });
  return result === undefined ? begun : endedCall(begun, result, toldPlace, ports.now, ports);
}

function contentId(
  call: ToolCall,
  result: ToolResult | undefined,
  turn: string | undefined,
  ports: EntryPorts,
): string | undefined {
  // A begin and an end without an id cannot be known as one call's, so that only the end counts.
  if (result === undefined) return undefined;
  const parts = [turn, call.name, call.paths, call.command, call.detail, result.text];
  return `@event/${ports.digest(JSON.stringify(parts)).slice(0, 16)}`;
}
