import type { ConversationItem, UserOrigin } from '../../../src/core/conversation.ts';
import type { Fact, FactKind } from '../../../src/core/fact.ts';
import { type FoldState, foldItem, newFold, snapshotOf } from '../../../src/core/snapshot/fold.ts';
import type { Snapshot } from '../../../src/core/snapshot/snapshot.ts';
import type { ToolCall, ToolKind, ToolResult } from '../../../src/core/tool.ts';

/** An item without its place; `session` gives each a place, a time and an id of its own. */
export type Loose = ConversationItem extends infer I
  ? I extends unknown
    ? Omit<I, 'at'> & { at?: ConversationItem['at'] }
    : never
  : never;

let calls = 0;

export const says = (text: string, origin: UserOrigin = 'typed'): Loose => ({
  type: 'user',
  origin,
  text,
});
export const agent = (text: string): Loose => ({ type: 'assistant', text });
export const boundary = (trigger: 'auto' | 'manual' = 'auto'): Loose => ({
  type: 'boundary',
  trigger,
});

/** A call and its result. */
export function tool(
  kind: ToolKind,
  call: Partial<ToolCall>,
  result: Partial<ToolResult> = {},
): Loose[] {
  calls += 1;
  const id = call.id ?? `call-${calls}`;
  const text = result.text ?? '';
  return [
    { type: 'call', call: { name: kind, kind, paths: [], ...call, id } },
    { type: 'result', result: { callId: id, outcome: 'ok', length: text.length, ...result, text } },
  ];
}

export const edit = (path: string, result: Partial<ToolResult> = {}): Loose[] =>
  tool('edit', { paths: [path] }, result);
export const read = (path: string): Loose[] => tool('read', { paths: [path] });
export const sh = (command: string, text = '', exitCode = 0): Loose[] =>
  tool('shell', { command }, exitCode === 0 ? { text } : { text, exitCode, outcome: 'failed' });

export function session(...parts: (Loose | Loose[])[]): ConversationItem[] {
  return parts.flat().map((item, index) => ({
    id: `row-${index}`,
    time: new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString(),
    ...item,
    at: item.at ?? { offset: index * 100, line: index + 1 },
  })) as ConversationItem[];
}

export function folded(
  items: readonly ConversationItem[],
  state: FoldState = newFold(),
): FoldState {
  for (const item of items) foldItem(state, item);
  return state;
}

export function snap(...parts: (Loose | Loose[])[]): Snapshot {
  return snapshotOf(folded(session(...parts)));
}

export function ofKind(snapshot: Snapshot, ...kinds: FactKind[]): Fact[] {
  return snapshot.facts.filter((fact) => kinds.includes(fact.kind));
}

export function values(snapshot: Snapshot, ...kinds: FactKind[]): string[] {
  return ofKind(snapshot, ...kinds).map((fact) => fact.value);
}
