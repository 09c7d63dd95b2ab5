/** An event of the stream, as clients get it. */
export interface LiveEvent {
  kind: 'session' | 'worker' | 'ticket' | 'gap';
  /** ISO time. */
  at: string;
  [key: string]: unknown;
}

interface Kept {
  number: number;
  text: string;
  event: LiveEvent;
}

/** Events that are kept for those who come back with the number of the last one that they saw. */
const mostKept = 1_000;
/** Events that wait for one reader at most. */
const mostWaiting = 500;
const beatMs = 15_000;

/**
 * Hands events to those who listen. Each has a number; who names the last that it saw gets those behind it. A reader that is
 * too slow is told so and let go: nothing waits for it, and nothing grows.
 */
export class EventStream {
  /** Numbers are of this process alone. */
  readonly #epoch: string;
  readonly #kept: Kept[] = [];
  readonly #readers = new Set<Reader>();
  #last = 0;

  constructor(epoch: string) {
    this.#epoch = epoch;
  }

  /** How many listen. */
  get readers(): number {
    return this.#readers.size;
  }

  publish(event: LiveEvent): void {
    const number = ++this.#last;
    const text = `id: ${this.#epoch}-${number}\nevent: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`;
    const kept = { number, text, event };
    this.#kept.push(kept);
    if (this.#kept.length > mostKept) this.#kept.shift();
    for (const reader of this.#readers) reader.give(kept);
  }

  /** What one reader gets until it goes. `wants`: which events are for it. */
  async *listen(
    lastSeen: string | undefined,
    wants: (event: LiveEvent) => boolean,
    gone: AbortSignal,
    now: () => string,
  ): AsyncGenerator<string> {
    const reader = new Reader(wants);
    const since = this.#since(lastSeen);
    if (since === undefined) yield gap(now(), 'Events after that number are no longer kept.');
    else for (const kept of since) reader.give(kept);
    this.#readers.add(reader);
    gone.addEventListener('abort', () => reader.wake());
    try {
      yield ': listening\n\n';
      while (!gone.aborted) {
        const parts = reader.take();
        for (const part of parts) yield part;
        if (reader.overrun) {
          yield gap(now(), 'You read too slowly: events were left out. Connect again.');
          return;
        }
        if (parts.length === 0 && !(await reader.wait(beatMs))) yield ': beat\n\n';
      }
    } finally {
      this.#readers.delete(reader);
    }
  }

  /** Undefined where what came behind the named event is not known. */
  #since(lastSeen: string | undefined): Kept[] | undefined {
    if (lastSeen === undefined) return [];
    const [epoch, number] = lastSeen.split('-');
    const last = Number(number);
    const first = this.#kept[0]?.number ?? this.#last + 1;
    if (epoch !== this.#epoch || !Number.isInteger(last) || last + 1 < first) return undefined;
    return this.#kept.filter((kept) => kept.number > last);
  }
}

class Reader {
  overrun = false;
  readonly #wants: (event: LiveEvent) => boolean;
  #waiting: string[] = [];
  #wake: (() => void) | undefined;

  constructor(wants: (event: LiveEvent) => boolean) {
    this.#wants = wants;
  }

  give({ event, text }: Kept): void {
    if (this.overrun || !this.#wants(event)) return;
    if (this.#waiting.length >= mostWaiting) {
      this.overrun = true;
      this.#waiting = [];
    } else this.#waiting.push(text);
    this.wake();
  }

  take(): string[] {
    const taken = this.#waiting;
    this.#waiting = [];
    return taken;
  }

  wake(): void {
    this.#wake?.();
  }

  /** Whether something came within so many milliseconds. */
  wait(ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), ms);
      this.#wake = () => {
        clearTimeout(timer);
        this.#wake = undefined;
        resolve(true);
      };
    });
  }
}

function gap(at: string, why: string): string {
  return `event: gap\ndata: ${JSON.stringify({ kind: 'gap', at, why })}\n\n`;
}
