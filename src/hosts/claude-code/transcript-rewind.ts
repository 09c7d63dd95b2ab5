import type { Position } from '../../core/conversation.ts';
import { Turns, type TurnsMemory } from '../../core/rewind/turns.ts';
import type { Bare } from '../../core/rows/bare-item.ts';
import type { Members } from './transcript-members.ts';
import { outer } from './transcript-row.ts';
import { hashBytes } from './transcript-seen.ts';

export interface RewindMemory extends TurnsMemory {
  linked: boolean;
}

/** Stands among the turns where a compaction was: no turn has such a key. */
const compaction = 'compaction';

/**
 * Finds turns that the person took back (`/rewind`, Esc twice, Esc before an answer). The client writes nothing then; the
 * prompt that comes next has the parent of the first prompt that was taken back, or none where all were (client 2.1.332).
 * A compaction right behind a rewind names that parent as what it goes on from.
 */
export class Rewinds {
  readonly #turns = new Turns();
  /** A row since the last compaction names a parent: in a record where none does, none tells anything. */
  #linked = false;

  /** Every row that is no copy is shown first. */
  row(row: Members): void {
    if (!this.#linked) this.#linked = row.isString(outer.parentUuid);
  }

  /** The row of a prompt that is no copy; what it takes back, where it does. */
  prompt(row: Members, at: Position, time: string | undefined): Bare | undefined {
    const key = keyOf(row, outer.parentUuid);
    const turns = this.#turns;
    if (turns.last?.offset === at.offset) return undefined;
    const index = key === '' ? this.#first() : turns.find(key);
    const item = index < 0 ? undefined : this.#takeBack(index, at);
    turns.begin({ key, offset: at.offset, ...(time === undefined ? {} : { time }) });
    return item;
  }

  /** The row of a compaction. One of a part of the conversation takes nothing back: it keeps the rest. */
  boundary(row: Members, metadata: unknown, at: Position): Bare | undefined {
    const key = keyOf(row, outer.logicalParentUuid);
    const index = key === '' || isPartial(metadata) ? -1 : this.#turns.find(key);
    const item = index < 0 ? undefined : this.#takeBack(index, at);
    this.#turns.begin({ key: compaction, offset: at.offset });
    this.#linked = false;
    return item;
  }

  memory(): RewindMemory {
    return { ...this.#turns.memory(), linked: this.#linked };
  }

  restore(memory: unknown): void {
    this.#turns.restore(memory);
    this.#linked = (memory as Partial<RewindMemory> | undefined)?.linked === true;
  }

  /** Index of the first turn since the last compaction. */
  #first(): number {
    const index = this.#turns.findLast(compaction) + 1;
    return this.#linked && index < this.#turns.count ? index : -1;
  }

  #takeBack(index: number, at: Position): Bare | undefined {
    const first = this.#turns.takeBack(index, at.offset);
    if (first === undefined) return undefined;
    const { left } = this.#turns;
    return { type: 'rewind', left, ...(first.time === undefined ? {} : { since: first.time }) };
  }
}

/** Empty where the row names none. */
function keyOf(row: Members, slot: number): string {
  if (!row.isString(slot)) return '';
  return hashBytes(row.bytes, row.start(slot), row.end(slot)).toString(36);
}

function isPartial(metadata: unknown): boolean {
  if (typeof metadata !== 'object' || metadata === null) return false;
  return ['messagesSummarized', 'preservedSegment', 'preservedMessages'].some(
    (name) => name in metadata,
  );
}
