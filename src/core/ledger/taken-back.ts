import type { ConversationItem } from '../conversation.ts';
import { isLeft, type Left } from '../rewind/left.ts';
import { keep } from '../snapshot/family.ts';
import { questionIn } from '../snapshot/question-text.ts';
import { saidByPerson } from '../snapshot/said.ts';
import { longestSaid } from './collect.ts';
import type { LedgerEntry } from './entry.ts';
import { idOfCall, rowOf } from './item-ids.ts';
import type { TakenBackLine } from './lines.ts';

/** What a whole record tells of its turns that were taken back. Calls and rows are kept by their ids. */
export class TakenBack {
  readonly #left: Left;
  readonly #calls = new Set<string>();
  readonly #rows = new Set<string>();
  /** The question that was open at the end of what was gone through so far. */
  question: string | undefined;

  constructor(left: Left) {
    this.#left = left;
  }

  take(item: ConversationItem): void {
    if (item.replayed) return;
    if (isLeft(this.#left, item.at.offset)) {
      if (item.type === 'call') this.#calls.add(idOfCall(item));
      else if (item.type === 'user' || item.type === 'result') this.#rows.add(rowOf(item));
      return;
    }
    if (item.type === 'assistant') {
      const question = questionIn(item.text);
      this.question = question === undefined ? undefined : keep(question, longestSaid);
    } else if (item.type === 'call') this.question = undefined;
    else if (item.type === 'user' && saidByPerson(item) !== undefined) this.question = undefined;
  }

  line(agent: string | undefined): TakenBackLine {
    return {
      v: 1,
      kind: 'taken-back',
      ...(agent === undefined ? {} : { agent }),
      calls: [...this.#calls],
      rows: [...this.#rows],
    };
  }
}

/** Marks calls of turns that were taken back, and leaves answers of such turns out. Claims and copies stay as they are. */
export function withoutTakenBack(
  entries: readonly LedgerEntry[],
  lines: ReadonlyMap<string, TakenBackLine>,
): LedgerEntry[] {
  if (lines.size === 0) return [...entries];
  const known = new Map(
    [...lines].map(([agent, { calls, rows }]) => [
      agent,
      { calls: new Set(calls), rows: new Set(rows) },
    ]),
  );
  return entries.flatMap((entry): LedgerEntry[] => {
    const left = entry.source === 'claimed' ? undefined : known.get(entry.agent ?? '');
    if (left === undefined) return [entry];
    if (entry.kind === 'call')
      return [left.calls.has(entry.id) ? { ...entry, takenBack: true } : entry];
    const row = /^answer ([\s\S]*)\/\d+$/.exec(entry.id)?.[1];
    return row !== undefined && left.rows.has(row) ? [] : [entry];
  });
}
