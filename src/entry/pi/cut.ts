import type { OwnWish } from '../../app/own-compaction/compose-own.ts';
import type { PiEntry, PiEvent, PiMessage } from './client.ts';

/** Where the client cuts a conversation: what it keeps from, and what goes before it. */
export interface Cut {
  kept: { firstKeptEntryId: string; tokensBefore: number };
  wish: Pick<OwnWish, 'rows' | 'needed'>;
}

/**
 * The client's own cut; undefined where it does not lie within the branch, or would keep a result without its call: an
 * entry that the client does not know drops the whole tail.
 */
export function cutOf({ preparation, branchEntries = [] }: PiEvent): Cut | undefined {
  const { firstKeptEntryId, tokensBefore } = preparation ?? {};
  if (firstKeptEntryId === undefined || tokensBefore === undefined) return undefined;
  const at = branchEntries.findIndex(({ id }) => id === firstKeptEntryId);
  if (at < 0 || splitsCall(branchEntries.slice(at))) return undefined;
  const before = branchEntries.slice(0, at);
  const ids = (entries: readonly PiEntry[]) => entries.flatMap(({ id }) => id ?? []);
  return {
    kept: { firstKeptEntryId, tokensBefore },
    wish: { rows: ids(before), needed: ids(before.filter(tells)) },
  };
}

function splitsCall(kept: readonly PiEntry[]): boolean {
  const calls = new Set<unknown>();
  for (const { message } of kept) {
    for (const { id } of blocks(message, 'toolCall')) calls.add(id);
    if (message?.role === 'toolResult' && !calls.has(message.toolCallId)) return true;
  }
  return false;
}

/** True for an entry that a reader of the record makes something of. */
function tells({ message }: PiEntry): boolean {
  if (message?.role === 'toolResult') return true;
  if (message?.role === 'assistant') return blocks(message, 'toolCall').length > 0;
  if (message?.role !== 'user') return false;
  if (typeof message.content === 'string') return message.content.trim() !== '';
  return blocks(message, 'text').some(({ text }) => text?.trim());
}

function blocks(message: PiMessage | undefined, type: string): { id?: string; text?: string }[] {
  const content = message?.content;
  return Array.isArray(content) ? content.filter((block) => block.type === type) : [];
}
