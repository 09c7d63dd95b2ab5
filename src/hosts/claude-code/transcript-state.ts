import { PromptQueue, type QueueMemory } from './transcript-queue.ts';
import { type RewindMemory, Rewinds } from './transcript-rewind.ts';
import { type SeenMemory, SeenRows } from './transcript-seen.ts';

/** A call whose result has not been read yet. */
export interface OpenCall {
  name: string;
  /** Kept for the todo tools only. */
  input?: unknown;
}

interface StateMemory {
  version: 1;
  seen: SeenMemory;
  queue: QueueMemory;
  rewinds?: RewindMemory;
  calls: [string, OpenCall][];
  messages: string[];
  place: { cwd?: string; branch?: string; hostVersion?: string };
  mode?: string;
}

const mostCalls = 500;
const mostMessages = 16;

/** What must be remembered from row to row. All of it is bounded. */
export class ReadingState {
  readonly seen = new SeenRows();
  readonly queue = new PromptQueue();
  readonly rewinds = new Rewinds();
  readonly #calls = new Map<string, OpenCall>();
  /** Ids of the last messages whose usage was told. */
  #messages: string[] = [];
  place: StateMemory['place'] = {};
  mode: string | undefined;

  openCall(id: string, call: OpenCall): void {
    this.#calls.set(id, call);
    if (this.#calls.size <= mostCalls) return;
    const oldest = this.#calls.keys().next();
    if (!oldest.done) this.#calls.delete(oldest.value);
  }

  /** The call that this result ends, once. */
  closeCall(id: string): OpenCall | undefined {
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    return call;
  }

  /** True the first time a message id is given. */
  firstOfMessage(id: string): boolean {
    if (this.#messages.at(-1) === id || this.#messages.includes(id)) return false;
    this.#messages.push(id);
    if (this.#messages.length > mostMessages) this.#messages.shift();
    return true;
  }

  memory(): StateMemory {
    const memory: StateMemory = {
      version: 1,
      seen: this.seen.memory(),
      queue: this.queue.memory(),
      rewinds: this.rewinds.memory(),
      calls: [...this.#calls].slice(-64),
      messages: this.#messages,
      place: this.place,
    };
    if (this.mode !== undefined) memory.mode = this.mode;
    return memory;
  }

  /** Takes over what an earlier reading's `memory` told. Anything else is left aside, and the reading starts afresh. */
  restore(text: string, moved?: boolean): void {
    let memory: unknown;
    try {
      memory = JSON.parse(text);
    } catch {
      return;
    }
    if (!isMemory(memory)) return;
    this.seen.restore(memory.seen);
    this.queue.restore(memory.queue);
    if (!moved) this.rewinds.restore(memory.rewinds);
    for (const [id, call] of memory.calls) this.openCall(id, call);
    this.#messages = [...memory.messages];
    this.place = { ...memory.place };
    this.mode = memory.mode;
  }
}

function isMemory(memory: unknown): memory is StateMemory {
  if (typeof memory !== 'object' || memory === null) return false;
  const given = memory as Partial<StateMemory>;
  return (
    given.version === 1 &&
    Array.isArray(given.seen?.recent) &&
    Array.isArray(given.queue?.waiting) &&
    Array.isArray(given.queue.delivered) &&
    Array.isArray(given.queue.attached) &&
    Array.isArray(given.calls) &&
    Array.isArray(given.messages) &&
    typeof given.place === 'object' &&
    given.place !== null
  );
}
