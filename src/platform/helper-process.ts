import { type ChildProcess, spawn } from 'node:child_process';

import { type Handle, type Helper, handleOne, NoAnswer, type Work } from './helper.ts';

interface Asked {
  /** The process that was asked: one that was let go may still be ending. */
  child: ChildProcess;
  resolve(value: unknown): void;
  reject(error: Error): void;
  over(): void;
  timer: NodeJS.Timeout;
}

interface Told {
  id: number;
  answer?: unknown;
  /** True while work goes on behind the answer; a message with `over` follows. */
  more?: boolean;
  over?: boolean;
}

/**
 * A process of ours that answers messages, started at the first one and ended when nobody asks for a while. It ends
 * with this process. One that is not done in time is killed, which also ends a blocked thread, and what it was asked is not
 * asked again.
 */
export class HelperProcess implements Helper {
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
    return this.work(message).answer;
  }

  /** The same, with the end of what it does behind its answer. `ms`: time for all of it, until it is killed. */
  work(message: object, ms = this.#limits.answerMs): Work {
    clearTimeout(this.#idle);
    this.#child ??= this.#start();
    const child = this.#child;
    const id = ++this.#last;
    let over = (): void => {};
    const done = new Promise<void>((resolve) => {
      over = resolve;
    });
    const answer = new Promise((resolve, reject) => {
      const timer = setTimeout(() => child.kill('SIGKILL'), ms);
      this.#asked.set(id, { child, resolve, reject, over, timer });
      child.send({ id, message }, (error) => {
        if (error) this.#drop(id, error);
      });
    });
    return { answer, over: done };
  }

  /** Lets the process end. */
  end(): void {
    clearTimeout(this.#idle);
    if (this.#child?.connected) this.#child.disconnect();
    this.#child = undefined;
  }

  /** Ends the process, whatever it does. */
  kill(): void {
    this.#child?.kill('SIGKILL');
    this.end();
  }

  #start(): ChildProcess {
    const child = spawn(process.execPath, this.#args, {
      ...this.#place,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // Bodies go over as bytes.
      serialization: 'advanced',
      windowsHide: true,
    });
    const gone = (): void => {
      if (this.#child === child) this.#child = undefined;
      for (const [id, asked] of [...this.#asked]) {
        if (asked.child === child) this.#drop(id, new NoAnswer('ended'));
      }
    };
    child.once('exit', gone);
    child.once('error', gone);
    child.on('message', (told: Told) => {
      if (told.over !== true) this.#asked.get(told.id)?.resolve(told.answer);
      if (told.more === true) return;
      this.#settle(told.id)?.over();
      if (this.#asked.size > 0) return;
      this.#idle = setTimeout(() => this.end(), this.#limits.idleMs);
      this.#idle.unref();
    });
    return child;
  }

  #drop(id: number, error: Error): void {
    const asked = this.#settle(id);
    asked?.reject(error);
    asked?.over();
  }

  #settle(id: number): Asked | undefined {
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    clearTimeout(asked?.timer);
    return asked;
  }
}

/** Answers the messages of the process that started this one, one after the other, until that is gone. */
export function answerMessages(handle: Handle): Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  const tell = (told: Told): void => {
    if (process.connected) process.send?.(told);
  };
  process.on('message', ({ id, message }: { id: number; message: unknown }) => {
    last = last.then(async () => {
      const { answer, over } = handleOne(handle, message);
      tell({ id, answer: await answer, more: true });
      await over;
      tell({ id, over: true });
    });
  });
  return new Promise((resolve) => {
    if (!process.connected) return resolve();
    process.once('disconnect', () => void last.finally(resolve));
  });
}
