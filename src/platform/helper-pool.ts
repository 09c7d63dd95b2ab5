import { type Helper, NoAnswer } from './helper.ts';

/** What is asked of a pool beside the message itself. */
export interface WorkLimits {
  /**
   * Work of the same key is done one after the other, so that it never holds more than one helper; where some of it had no
   * answer, the next is not tried for a while.
   */
  key?: string;
  /** The answer is waited for so long, from now, in milliseconds. */
  answerMs: number;
  /** The work may go on for so long, from its start; then its helper is ended. */
  workMs: number;
}

interface Waiting extends WorkLimits {
  message: object;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/**
 * Processes or threads of ours that do one piece of work each at a time. Work that blocks its thread costs one of them until
 * its time is over, and is not done again; all else is answered meanwhile. One that was ended is replaced.
 */
export class HelperPool {
  readonly #make: () => Helper;
  readonly #most: number;
  readonly #free: Helper[] = [];
  readonly #busy = new Map<Helper, string | undefined>();
  readonly #waiting = new Set<Waiting>();
  readonly #restMs: number;
  /** Keys that rest, and until when. */
  readonly #resting = new Map<string, number>();
  #ended = false;

  constructor(make: () => Helper, { most, restMs = 0 }: { most: number; restMs?: number }) {
    this.#make = make;
    this.#most = most;
    this.#restMs = restMs;
  }

  /** Rejects with a `NoAnswer` where none comes in time. What was not begun by then is not begun at all. */
  ask(message: object, limits: WorkLimits): Promise<unknown> {
    if (this.#ended) return Promise.reject(new NoAnswer('ended'));
    if (this.#rests(limits.key)) return Promise.reject(new NoAnswer('resting'));
    return new Promise((resolve, reject) => {
      const failed = (error: Error): void => {
        clearTimeout(timer);
        const { key } = limits;
        // What waited for others has shown nothing.
        const isBegun = !this.#waiting.delete(waiting);
        if (key !== undefined && isBegun && error instanceof NoAnswer)
          this.#resting.set(key, Date.now() + this.#restMs);
        reject(error);
      };
      const timer = setTimeout(() => failed(new NoAnswer('late')), limits.answerMs);
      const done = (value: unknown): void => {
        clearTimeout(timer);
        resolve(value);
      };
      const waiting = { ...limits, message, resolve: done, reject: failed };
      this.#waiting.add(waiting);
      this.#begin();
    });
  }

  #rests(key: string | undefined): boolean {
    const until = key === undefined ? undefined : this.#resting.get(key);
    if (until === undefined || until > Date.now()) return until !== undefined;
    this.#resting.delete(key!);
    return false;
  }

  /** Lets the helpers end, and ends those at once that are at work. */
  end(): void {
    this.#ended = true;
    for (const { reject } of [...this.#waiting]) reject(new NoAnswer('ended'));
    for (const helper of this.#busy.keys()) helper.kill();
    for (const helper of this.#free) helper.end();
  }

  #begin(): void {
    const keys = new Set(this.#busy.values());
    for (const waiting of this.#waiting) {
      if (waiting.key !== undefined && keys.has(waiting.key)) continue;
      if (this.#free.length === 0 && this.#busy.size >= this.#most) return;
      this.#waiting.delete(waiting);
      // The one that was used last is the most likely to run.
      const helper = this.#free.pop() ?? this.#make();
      this.#busy.set(helper, waiting.key);
      keys.add(waiting.key);
      const { answer, over } = helper.work(waiting.message, waiting.workMs);
      answer.then(waiting.resolve, waiting.reject);
      void over.then(() => {
        this.#busy.delete(helper);
        this.#free.push(helper);
        this.#begin();
      });
    }
  }
}
