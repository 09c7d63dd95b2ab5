import { HelperProcess, NoAnswer } from './helper-process.ts';

/** What is asked of a pool beside the message itself. */
export interface WorkLimits {
  /** Work of the same key is done one after the other, so that it never holds more than one process. */
  key?: string;
  /** The answer is waited for so long, from now, in milliseconds. */
  answerMs: number;
  /** The work may go on for so long, from its start; then its process is killed. */
  workMs: number;
}

interface Waiting extends WorkLimits {
  message: object;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/**
 * Processes of ours that do one piece of work each at a time. Work that blocks its thread costs one of them until its time is
 * over, and is not done again; all else is answered meanwhile. A process that was killed is replaced.
 */
export class HelperPool {
  readonly #make: () => HelperProcess;
  readonly #most: number;
  readonly #free: HelperProcess[] = [];
  readonly #busy = new Map<HelperProcess, string | undefined>();
  readonly #waiting = new Set<Waiting>();
  #ended = false;

  constructor(
    args: readonly string[],
    place: { cwd: string; env: NodeJS.ProcessEnv },
    limits: { most: number; idleMs: number },
  ) {
    const { most, idleMs } = limits;
    this.#most = most;
    this.#make = () => new HelperProcess(args, place, { answerMs: 60_000, idleMs });
  }

  /** Rejects with a `NoAnswer` where none comes in time. What was not begun by then is not begun at all. */
  ask(message: object, limits: WorkLimits): Promise<unknown> {
    if (this.#ended) return Promise.reject(new NoAnswer('ended'));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting);
        reject(new NoAnswer('late'));
      }, limits.answerMs);
      const settled =
        <T>(settle: (value: T) => void) =>
        (value: T): void => {
          clearTimeout(timer);
          settle(value);
        };
      const waiting = { ...limits, message, resolve: settled(resolve), reject: settled(reject) };
      this.#waiting.add(waiting);
      this.#begin();
    });
  }

  /** Lets the processes end, and kills those that are at work. */
  end(): void {
    this.#ended = true;
    for (const { reject } of this.#waiting) reject(new NoAnswer('ended'));
    this.#waiting.clear();
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
