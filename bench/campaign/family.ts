/** Where a run of a family begins and how far it may go. */
export interface Budget {
  /** Number of the first attempt: attempts are made from their number alone, so that a later run goes on with new ones. */
  first: number;
  /** Attempts at most. */
  attempts: number;
  /** Milliseconds since 1970 after which no further attempt begins. */
  until: number;
}

export interface Failure {
  /** Number of the attempt, with which it can be made again. */
  attempt: number;
  what: string;
}

export interface Outcome {
  attempts: number;
  /** All failures, of which the first are kept. */
  failed: number;
  failures: Failure[];
  /** What the attempts covered, by name: hosts, writers, kinds. */
  covered: Record<string, number>;
  /** Failures by the same names. */
  failedBy: Record<string, number>;
}

/** Takes one attempt into what a run came to. */
export function counted(
  outcome: Outcome,
  {
    at,
    kind,
    count = 1,
    wrong,
  }: { at: number; kind: string; count?: number; wrong?: string | undefined },
): void {
  outcome.attempts += count;
  outcome.covered[kind] = (outcome.covered[kind] ?? 0) + count;
  if (wrong === undefined) return;
  outcome.failed += 1;
  outcome.failedBy[kind] = (outcome.failedBy[kind] ?? 0) + 1;
  if (outcome.failures.length < mostKept)
    outcome.failures.push({ attempt: at, what: `${kind}: ${wrong.slice(0, 300)}` });
}

export function nothingYet(): Outcome {
  return { attempts: 0, failed: 0, failures: [], covered: {}, failedBy: {} };
}

/** One kind of attack on the built program. */
export interface Family {
  name: string;
  /** What an attempt is, and what counts as a failure: one sentence for the table. */
  about: string;
  /** What was not tried, for the table. */
  notTried: string;
  /** Attempts that the whole campaign aims at. */
  goal: number;
  run(budget: Budget): Promise<Outcome>;
}

/** Whole numbers from 0 on, the same for the same seed (mulberry32). */
export function numbers(seed: number): (below: number) => number {
  let state = (seed * 0x9e3779b1) >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Failures that are kept of one run; the count goes on. */
export const mostKept = 50;
