import { fingerprint } from '../hash.ts';
import type { ToolCall, ToolResult } from '../tool.ts';
import type { Recovery } from './recovery.ts';

/** Two host configurations tell of one call within this time. */
const sameCallMs = 10_000;

/** A finished call to be counted: an id that no other has, and by what it is known when it is told once more. */
export interface CountedCall {
  id: string;
  same: string;
}

/**
 * The call as it is counted; undefined when it was told before. An id proves nothing by itself: some gateways give
 * every call the same one, or none.
 */
export function countedCall(
  recovery: Recovery,
  call: ToolCall,
  result: ToolResult,
  nowMs: number,
): CountedCall | undefined {
  const { name, paths, command, range, detail } = call;
  const told = [name, paths, command, range, detail, result.length, result.text.slice(0, 500)];
  const same = `${call.id ?? ''} ${fingerprint(JSON.stringify(told))}`;
  const before = recovery.callTimes[same];
  if (before !== undefined && nowMs - Date.parse(before) < sameCallMs) return undefined;
  const number = recovery.callIds.length;
  if (!call.id) return { id: `call-${number}`, same };
  return { id: recovery.callIds.includes(call.id) ? `${call.id} ${number}` : call.id, same };
}
