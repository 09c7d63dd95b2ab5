import { Rows, type RowsMemory } from '../../core/rewind/rows.ts';
import type { CallParts } from './transcript-results.ts';

interface Memory {
  version: 1;
  calls: [string, CallParts][];
  told: string[];
  place: { cwd?: string; branch?: string; hostVersion?: string };
  mode?: string;
  model?: string;
  rows?: RowsMemory;
}

const mostCalls = 500;
const mostTold = 6000;
const mostInput = 4000;

/** What must be remembered from row to row. All of it is bounded. */
export class ReadingState {
  /** As `ReaderOptions` has it. */
  readonly keep: number | undefined;
  readonly #calls = new Map<string, CallParts>();
  /** What was told, by its source and its id: `asked`, `started` and `ended` calls, and rows. */
  readonly #told = new Set<string>();
  /** Events by their ids, and what of them was taken back. */
  readonly rows = new Rows();
  place: Memory['place'] = {};
  mode: string | undefined;
  model: string | undefined;

  constructor(keep?: number) {
    this.keep = keep;
  }

  openCall(id: string, call: CallParts): void {
    bound(this.#calls, mostCalls);
    this.#calls.set(id, call);
  }

  /** The call that this result ends, once. */
  closeCall(id: string): CallParts | undefined {
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    return call;
  }

  wasTold(key: string): boolean {
    return this.#told.has(key);
  }

  /** True when it was told before; from now on it is. */
  tell(key: string): boolean {
    if (this.#told.has(key)) return true;
    bound(this.#told, mostTold);
    this.#told.add(key);
    return false;
  }

  memory(): string {
    const calls = [...this.#calls].slice(-40).map(([id, call]): [string, CallParts] => {
      const { input, ...rest } = call;
      const small = input !== undefined && JSON.stringify(input).length <= mostInput;
      return [id, small ? call : rest];
    });
    const memory: Memory = {
      version: 1,
      calls,
      told: [...this.#told].slice(-100),
      place: this.place,
      rows: this.rows.memory(),
    };
    if (this.mode !== undefined) memory.mode = this.mode;
    if (this.model !== undefined) memory.model = this.model;
    return JSON.stringify(memory);
  }

  /** Takes over what an earlier reading's `memory` told. Anything else is left aside, and the reading starts afresh. */
  restore(text: string, moved?: boolean): void {
    let memory: Partial<Memory> | null;
    try {
      memory = JSON.parse(text);
    } catch {
      return;
    }
    if (memory?.version !== 1 || !Array.isArray(memory.calls) || !Array.isArray(memory.told))
      return;
    for (const [id, call] of memory.calls) this.openCall(id, call);
    for (const key of memory.told) this.tell(key);
    if (!moved) this.rows.restore(memory.rows);
    this.place = { ...memory.place };
    this.mode = memory.mode;
    this.model = memory.model;
  }
}

/** Makes room for one more. */
function bound(kept: Map<string, unknown> | Set<string>, most: number): void {
  if (kept.size < most) return;
  const oldest = kept.keys().next();
  if (!oldest.done) kept.delete(oldest.value);
}
