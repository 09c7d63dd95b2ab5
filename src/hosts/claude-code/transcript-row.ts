import { endOfValue, type Member, walkArray, walkObject } from './transcript-bytes.ts';
import { Members, Names } from './transcript-members.ts';
import { endBeforeTail, endsAlone, idle } from './transcript-skip.ts';

/** Outer members of a row. */
export const outer = {
  type: 0,
  uuid: 1,
  message: 2,
  timestamp: 3,
  isSidechain: 4,
  isMeta: 5,
  subtype: 6,
  content: 7,
  toolUseResult: 8,
  attachment: 9,
  isCompactSummary: 10,
  isVisibleInTranscriptOnly: 11,
  isApiErrorMessage: 12,
  cwd: 13,
  gitBranch: 14,
  version: 15,
  compactMetadata: 16,
  origin: 17,
  promptSource: 18,
  textNotTyped: 19,
  toolDenialKind: 20,
  permissionMode: 21,
  operation: 22,
  reason: 23,
  parentUuid: 24,
  logicalParentUuid: 25,
  planContent: 26,
  microcompactMetadata: 27,
} as const;

/** Members of `message`. */
export const inner = { id: 0, model: 1, content: 2, usage: 3 } as const;

/** Members of a content block. */
export const part = {
  type: 0,
  text: 1,
  id: 2,
  name: 3,
  input: 4,
  tool_use_id: 5,
  content: 6,
  is_error: 7,
} as const;

const outerNames = new Names(Object.keys(outer));
const innerNames = new Names(Object.keys(inner));
const partNames = new Names(Object.keys(part));

/** One row: its outer members, those of its message, and the message's content blocks, all found in one pass. */
export class Row {
  readonly outer = new Members(outerNames);
  readonly message = new Members(innerNames);
  /** Offset after the row. */
  end = 0;
  /** The row's type; empty where it has none. */
  type = '';
  readonly #blocks: Members[] = [];
  #blockCount = 0;
  #bytes: Buffer = Buffer.alloc(0);
  #limit = 0;

  /** Reads the row that begins at `start`. False when no whole object stands there. */
  read(bytes: Buffer, start: number, limit: number): boolean {
    this.#bytes = bytes;
    this.#limit = limit;
    this.outer.clear(bytes);
    this.message.clear(bytes);
    this.#blockCount = 0;
    this.type = '';
    this.end = walkObject(bytes, start, limit, this.#outerMember);
    return this.end > 0;
  }

  /** Blocks of the message's content, in order; elements that are no objects are left out. */
  blocks(): Members[] {
    return this.#blocks.slice(0, this.#blockCount);
  }

  readonly #outerMember: Member = (keyStart, keyEnd, value) => {
    const slot = this.outer.slotOf(keyStart, keyEnd);
    const end = this.#outerValue(slot, value);
    if (slot >= 0) this.outer.put(slot, value, end);
    if (slot !== outer.type) return end;
    this.type = this.outer.text(outer.type) ?? '';
    return idle.has(this.type) && endsAlone(this.#bytes, end, this.#limit) ? this.#limit - 1 : end;
  };

  #outerValue(slot: number, value: number): number {
    if (slot === outer.message && this.#bytes[value] === 123) return this.#messageAt(value);
    const skipped =
      slot === outer.toolUseResult ? endBeforeTail(this.#bytes, value, this.#limit) : -1;
    return skipped >= 0 ? skipped : endOfValue(this.#bytes, value, this.#limit);
  }

  #messageAt(value: number): number {
    this.message.clear(this.#bytes);
    this.#blockCount = 0;
    return walkObject(this.#bytes, value, this.#limit, this.#messageMember);
  }

  readonly #messageMember: Member = (keyStart, keyEnd, value) => {
    const slot = this.message.slotOf(keyStart, keyEnd);
    const end =
      slot === inner.content && this.#bytes[value] === 91
        ? walkArray(this.#bytes, value, this.#limit, this.#element)
        : endOfValue(this.#bytes, value, this.#limit);
    if (slot >= 0) this.message.put(slot, value, end);
    return end;
  };

  readonly #element = (value: number): number => {
    if (this.#bytes[value] !== 123) return endOfValue(this.#bytes, value, this.#limit);
    const block = this.#nextBlock();
    return walkObject(this.#bytes, value, this.#limit, (keyStart, keyEnd, inside) => {
      const slot = block.slotOf(keyStart, keyEnd);
      const end = endOfValue(this.#bytes, inside, this.#limit);
      if (slot >= 0) block.put(slot, inside, end);
      return end;
    });
  };

  #nextBlock(): Members {
    this.#blocks[this.#blockCount] ??= new Members(partNames);
    const block = this.#blocks[this.#blockCount]!;
    this.#blockCount += 1;
    block.clear(this.#bytes);
    return block;
  }
}

/** The blocks of a list that is a member of a block, such as a result's content. */
export function blocksOf(list: Members, slot: number): Members[] {
  const found: Members[] = [];
  if (list.first(slot) !== 91) return found;
  const { bytes } = list;
  const limit = list.end(slot);
  walkArray(bytes, list.start(slot), limit, (value) => {
    if (bytes[value] !== 123) return endOfValue(bytes, value, limit);
    const block = new Members(partNames);
    block.clear(bytes);
    found.push(block);
    return walkObject(bytes, value, limit, (keyStart, keyEnd, inside) => {
      const slotInside = block.slotOf(keyStart, keyEnd);
      const end = endOfValue(bytes, inside, limit);
      if (slotInside >= 0) block.put(slotInside, inside, end);
      return end;
    });
  });
  return found;
}
