import { fingerprint } from '../../core/hash.ts';
import { Turns, type TurnsMemory } from '../../core/rewind/turns.ts';
import type { CallParts } from './transcript-results.ts';

/** A call whose result has not been read yet. The input is kept for todo lists and questions only. */
export type OpenCall = CallParts;

interface Memory {
  version: 1;
  calls: [string, OpenCall][];
  told: string[];
  row: { id: string; mark: string; count: number };
  place: { cwd?: string; branch?: string; hostVersion?: string };
  mode?: string;
  turns?: TurnsMemory;
}

const mostCalls = 500;
const mostTold = 4000;
const mostInput = 4000;

/** What must be remembered from row to row. All of it is bounded. */
export class ReadingState {
  /** As `ReaderOptions` has it. */
  readonly keep: number | undefined;
  readonly #calls = new Map<string, OpenCall>();
  /** Calls and results that were told. */
  readonly #told = new Set<string>();
  /** The last row's id, its text or (of an earlier reading) a mark of it, and how many rows had that id in a row. */
  #row: { id: string; text?: string; mark?: string; count: number } = { id: '', count: 0 };
  /** Prompts by the row that they follow. */
  readonly turns = new Turns();
  place: Memory['place'] = {};
  mode: string | undefined;

  constructor(keep?: number) {
    this.keep = keep;
  }

  openCall(id: string, call: OpenCall): void {
    bound(this.#calls, mostCalls);
    this.#calls.set(id, call);
  }

  /** The call that this result ends, once. */
  closeCall(id: string): OpenCall | undefined {
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    return call;
  }

  /** True when the call, or the result, of this id was told before. */
  isCopy(id: string): boolean {
    if (this.#told.has(id)) return true;
    bound(this.#told, mostTold);
    this.#told.add(id);
    return false;
  }

  /** The number of this row among those with its id that stand one after the other, and whether it is a copy of the last. */
  nextRow(id: string | undefined, text: string): { count: number; replayed: boolean } {
    const last = this.#row;
    const again = id !== undefined && id === last.id;
    const same = (): boolean =>
      last.text === undefined ? fingerprint(text) === last.mark : text === last.text;
    const replayed = again && same();
    const count = again ? last.count + (replayed ? 0 : 1) : 1;
    this.#row = { id: id ?? '', text, count };
    return { count, replayed };
  }

  memory(): string {
    const calls = [...this.#calls].slice(-40).map(([id, call]): [string, OpenCall] => {
      const { input, ...rest } = call;
      const small = input !== undefined && JSON.stringify(input).length <= mostInput;
      return [id, small ? call : rest];
    });
    const memory: Memory = {
      version: 1,
      calls,
      told: [...this.#told].slice(-100),
      row: { id: this.#row.id, mark: this.#mark(), count: this.#row.count },
      place: this.place,
      turns: this.turns.memory(),
    };
    if (this.mode !== undefined) memory.mode = this.mode;
    return JSON.stringify(memory);
  }

  #mark(): string {
    const { text, mark } = this.#row;
    return text === undefined ? (mark ?? '') : fingerprint(text);
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
    for (const id of memory.told) this.isCopy(id);
    if (typeof memory.row?.id === 'string') this.#row = { ...memory.row };
    if (!moved) this.turns.restore(memory.turns);
    this.place = { ...memory.place };
    this.mode = memory.mode;
  }
}

/** Makes room for one more. */
function bound(kept: Map<string, unknown> | Set<string>, most: number): void {
  if (kept.size < most) return;
  const oldest = kept.keys().next();
  if (!oldest.done) kept.delete(oldest.value);
}
