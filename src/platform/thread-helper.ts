import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { type Handle, type Helper, handleOne, NoAnswer, type Work } from './helper.ts';

/** What a thread of ours is started with; nobody else's has it. */
interface Given {
  holdfast: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** What a thread says. */
interface Said {
  answer?: unknown;
  failed?: string;
  /** The first thing that it says. */
  isReady?: boolean;
  /** The last thing about one message. */
  isOver?: boolean;
}

/**
 * A thread of this process that does one piece of work at a time, started at the first one and ended when nobody asks for a
 * while. Work that is not done in time ends with its thread, whatever that does. Neither keeps the process alive while idle. Where
 * the process can start no thread, the work is done in its own.
 */
export class ThreadHelper implements Helper {
  readonly #program: URL;
  readonly #given: Given;
  readonly #handle: Handle;
  readonly #idleMs: number;
  #thread: Worker | undefined;
  #isReady = false;
  #isDirect = false;
  #idle: NodeJS.Timeout | undefined;

  /** `program`: its module calls `answerInThread` with the same name when it is loaded. */
  constructor(program: URL, given: Given, handle: Handle, idleMs: number) {
    this.#program = program;
    this.#given = given;
    this.#handle = handle;
    this.#idleMs = idleMs;
  }

  work(message: object, ms: number): Work {
    clearTimeout(this.#idle);
    const thread = this.#isDirect ? undefined : this.#running();
    if (thread === undefined) return handleOne(this.#handle, message);
    thread.ref();
    let over = (): void => {};
    const done = new Promise<void>((resolve) => {
      over = resolve;
    });
    const answer = new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer);
        thread.off('message', hear);
        thread.off('exit', gone);
      };
      const gone = (): void => {
        settle();
        if (this.#isReady) {
          reject(new NoAnswer('ended'));
          over();
          return;
        }
        this.#isDirect = true;
        const direct = handleOne(this.#handle, message);
        direct.answer.then(resolve, reject);
        void direct.over.then(over);
      };
      const hear = ({ answer, failed, isReady, isOver }: Said): void => {
        if (isReady === true) this.#isReady = true;
        else if (failed !== undefined) reject(new Error(failed));
        else if (isOver !== true) resolve(answer);
        if (isOver !== true) return;
        settle();
        this.#rest(thread);
        over();
      };
      const timer = setTimeout(() => {
        settle();
        this.kill();
        reject(new NoAnswer('ended'));
        over();
      }, ms);
      thread.on('message', hear);
      thread.once('exit', gone);
      post(thread, message);
    });
    return { answer, over: done };
  }

  end(): void {
    this.kill();
  }

  kill(): void {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = undefined;
    void thread?.terminate();
  }

  #rest(thread: Worker): void {
    thread.unref();
    this.#idle = setTimeout(() => this.end(), this.#idleMs);
    this.#idle.unref();
  }

  #running(): Worker | undefined {
    if (this.#thread !== undefined) return this.#thread;
    try {
      const thread = new Worker(this.#program, { workerData: this.#given, execArgv: [] });
      thread.on('error', () => {});
      thread.once('exit', () => {
        if (this.#thread === thread) this.#thread = undefined;
      });
      this.#thread = thread;
      return thread;
    } catch {
      this.#isDirect = true;
      return undefined;
    }
  }
}

/** What cannot be handed over as it is goes as JSON has it. */
function post(thread: Worker, message: object): void {
  try {
    thread.postMessage(message);
  } catch {
    thread.postMessage(JSON.parse(JSON.stringify(message)));
  }
}

/** In a thread that was started for it, answers what is asked there; else does nothing. */
export function answerInThread(name: string, make: (env: Given['env']) => Handle): void {
  const given = workerData as Partial<Given> | null | undefined;
  const port = parentPort;
  if (isMainThread || port === null || given?.holdfast !== name) return;
  const handle = make(given.env ?? {});
  const say = (said: Said): void => port.postMessage(said);
  port.on('message', (message: object) => {
    const { answer, over } = handleOne(handle, message);
    answer.then(
      (value) => say({ answer: value }),
      (error: unknown) => say({ failed: saidBy(error) }),
    );
    void over.then(() => say({ isOver: true }));
  });
  say({ isReady: true });
}

function saidBy(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
