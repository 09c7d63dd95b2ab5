import { type ChildProcess, spawn } from 'node:child_process';

interface Asked {
  /** The process that was asked: one that was let go may still be ending. */
  child: ChildProcess;
  resolve(value: unknown): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

/**
 * A process of ours that answers messages, started at the first one and ended when nobody asks for a while. It ends
 * with this process. One that does not answer in time is ended, and what it was asked is not asked again.
 */
export class HelperProcess {
  readonly #args: readonly string[];
  readonly #place: { cwd: string; env: NodeJS.ProcessEnv };
  readonly #limits: { answerMs: number; idleMs: number };
  readonly #asked = new Map<number, Asked>();
  #child: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
  #last = 0;

  constructor(
    args: readonly string[],
    place: { cwd: string; env: NodeJS.ProcessEnv },
    limits: { answerMs: number; idleMs: number },
  ) {
    this.#args = args;
    this.#place = place;
    this.#limits = limits;
  }

  /** Rejects when the process ends before it answers, or takes too long. */
  ask(message: object): Promise<unknown> {
    clearTimeout(this.#idle);
    this.#child ??= this.#start();
    const child = this.#child;
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => child.kill('SIGKILL'), this.#limits.answerMs);
      this.#asked.set(id, { child, resolve, reject, timer });
      child.send({ id, message }, (error) => {
        if (error) this.#settle(id)?.reject(error);
      });
    });
  }

  /** Lets the process end. */
  end(): void {
    clearTimeout(this.#idle);
    if (this.#child?.connected) this.#child.disconnect();
    this.#child = undefined;
  }

  #start(): ChildProcess {
    const child = spawn(process.execPath, this.#args, {
      ...this.#place,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      windowsHide: true,
    });
    const gone = (): void => {
      if (this.#child === child) this.#child = undefined;
      for (const [id, asked] of [...this.#asked]) {
        if (asked.child !== child) continue;
        this.#settle(id)?.reject(new Error('the helper ended before it answered'));
      }
    };
    child.once('exit', gone);
    child.once('error', gone);
    child.on('message', (told: { id: number; answer: unknown }) => {
      this.#settle(told.id)?.resolve(told.answer);
      if (this.#asked.size === 0) {
        this.#idle = setTimeout(() => this.end(), this.#limits.idleMs);
        this.#idle.unref();
      }
    });
    return child;
  }

  #settle(id: number): Asked | undefined {
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    clearTimeout(asked?.timer);
    return asked;
  }
}

/** Answers the messages of the process that started this one, one after the other, until that is gone. */
export function answerMessages(handle: (message: unknown) => Promise<unknown>): Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  process.on('message', ({ id, message }: { id: number; message: unknown }) => {
    last = last.then(async () => {
      const answer = await handle(message);
      if (process.connected) process.send?.({ id, answer });
    });
  });
  return new Promise((resolve) => {
    if (!process.connected) return resolve();
    process.once('disconnect', () => void last.finally(resolve));
  });
}
