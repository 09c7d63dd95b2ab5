import type { ConversationItem } from '../conversation.ts';
import { aboutTokens } from './tokens.ts';

/** When a memory is written. */
export const memorySteps = {
  /** Tokens of context at which it is first written. */
  first: 10_000,
  /** Tokens that must have come since. */
  more: 5_000,
  /** Tool calls that must have come since, where the turn goes on. */
  calls: 3,
} as const;

/** What happened since the memory was last written. */
export interface MemoryProgress {
  /** True once it was written. */
  written: boolean;
  /** The size of the context as the host last told it; what was read of the record, where it tells none. */
  context: number;
  /** True once the host told a size. */
  told: boolean;
  /** Tokens that came since, whatever a compaction took away. */
  grown: number;
  calls: number;
  /** The last item that was read. */
  last?: { id?: string; time?: string; line: number };
}

export function newProgress(): MemoryProgress {
  return { written: false, context: 0, told: false, grown: 0, calls: 0 };
}

/** Takes one item in, in place. Copies of earlier rows count for nothing. */
export function progressBy(progress: MemoryProgress, item: ConversationItem): void {
  if (item.replayed) return;
  progress.last = { line: item.at.line };
  if (item.id !== undefined) progress.last.id = item.id;
  if (item.time !== undefined) progress.last.time = item.time;
  if (item.type === 'usage') {
    const grown = Math.max(0, item.contextTokens - progress.context);
    // What was only guessed until now is replaced by what the host tells.
    progress.grown = progress.told ? progress.grown + grown : item.contextTokens;
    progress.told = true;
    progress.context = item.contextTokens;
  } else if (item.type === 'boundary') {
    progress.context = item.tokensAfter ?? 0;
  } else if (item.type === 'call') {
    progress.calls += 1;
  }
  if (!progress.told) {
    progress.grown += guessed(item);
    progress.context += guessed(item);
  }
}

function guessed(item: ConversationItem): number {
  if (item.type === 'user' || item.type === 'assistant') return aboutTokens(item.text);
  if (item.type === 'result') return Math.ceil(item.result.length / 4);
  return item.type === 'call' ? aboutTokens(item.call.command ?? item.call.name) : 0;
}

/** `pause`: the turn ends, so that nothing is torn apart. `loss`: a compaction is about to take the context away. */
export type MemoryMoment = 'pause' | 'loss' | 'work';

/** True when it is time to write the memory. */
export function isMemoryDue(progress: MemoryProgress, moment: MemoryMoment): boolean {
  if (!progress.written) return progress.context >= memorySteps.first;
  if (moment === 'loss') return progress.grown > 0 || progress.calls > 0;
  if (progress.grown < memorySteps.more) return false;
  return moment === 'pause' || progress.calls >= memorySteps.calls;
}

/** What counts from a writing on. */
export function afterWriting({ context, told, last }: MemoryProgress): MemoryProgress {
  const next = { ...newProgress(), written: true, context, told };
  return last === undefined ? next : { ...next, last };
}
