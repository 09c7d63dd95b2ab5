/** Why there is no answer: it was not done in time, the helper ended, or work of its kind was late a moment ago. */
export type WhyNot = 'late' | 'ended' | 'resting';

const words: Record<WhyNot, string> = {
  late: 'it was not done in time',
  ended: 'the helper ended before it answered',
  resting: 'it was passed over, since the same was not done in time a moment ago',
};

export class NoAnswer extends Error {
  readonly why: WhyNot;

  constructor(why: WhyNot) {
    super(words[why]);
    this.why = why;
  }
}

/** What a helper was asked: its answer, and the moment from which it works on nothing of it any more. */
export interface Work {
  answer: Promise<unknown>;
  over: Promise<void>;
}

/** Something beside this thread that does one piece of work at a time, and can be ended whatever it does. */
export interface Helper {
  /** `ms`: time for all of it, until it is ended. */
  work(message: object, ms: number): Work;
  /** Lets it end. */
  end(): void;
  /** Ends it at once. */
  kill(): void;
}

/** Takes work to be done once the answer is out. */
export type Afterwards = (work: () => Promise<unknown>) => void;

/** What a helper does with a message. */
export type Handle = (message: unknown, afterwards: Afterwards) => Promise<unknown>;

/** Handles one message, and what is left for afterwards. */
export function handleOne(handle: Handle, message: unknown): Work {
  const later: (() => Promise<unknown>)[] = [];
  const answer = Promise.resolve().then(() => handle(message, (work) => later.push(work)));
  const over = answer
    .catch(() => {})
    // Once the answer is on its way: what follows may keep the thread.
    .then(() => new Promise((resolve) => setImmediate(resolve)))
    .then(async () => {
      for (const work of later) {
        await Promise.resolve()
          .then(work)
          .catch(() => {});
      }
    });
  return { answer, over };
}
