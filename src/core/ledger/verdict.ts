import { userTime } from '../time-text.ts';
import type { AnswerEntry, CallEntry, LedgerEntry } from './entry.ts';

/** What a predicate came to. */
export interface Verdict {
  holds: boolean;
  /** One plain sentence. */
  why: string;
  /** Ids of the entries it rests on. */
  entries: string[];
  /** What would make it hold; absent where it does. */
  next?: string;
  /** Nothing can be said either way: the opposite does not hold either. */
  open?: true;
}

/** Files with their time of change in milliseconds since 1970; `whole` is false where there were too many to look at. */
export interface FoundFiles {
  found: { path: string; modifiedMs: number }[];
  whole: boolean;
}

/** The files of the project and git, as they are now. */
export interface Tree {
  /** The project's top folder, absolute. */
  project: string;
  readText(path: string): string | undefined;
  digest(text: string): string;
  exists(path: string): boolean;
  /** When a file, or what the folder tells of it, was changed last, in milliseconds since 1970: no program sets that back. */
  changedMs?(path: string): number | undefined;
  /** The text of a file as it was committed last before a moment; undefined where git tells of none. */
  before?(path: string, time: string): Promise<string | undefined>;
  /** The user's home. */
  home?: string;
  /** Files of the project that a test takes. */
  files(test: (path: string) => boolean): FoundFiles;
  /** Undefined where there is no work tree, or git did not answer. */
  git(): Promise<{ branch?: string; changed: string[] } | undefined>;
  /** Runs a command now. `refused`: why it was not run, `next`: what to do for it where that is not to trust the file. */
  run(
    command: string,
    seconds: number,
  ): Promise<{ ok: boolean } | { refused: string; next?: string }>;
}

/** What predicates are judged on: observed entries in the order of the session, and the tree. */
export interface Grounds {
  calls: CallEntry[];
  answers: AnswerEntry[];
  tree: Tree;
  /** All calls of the session, and the ISO time of the first that has one. */
  session: { calls: readonly CallEntry[]; start: string | undefined };
  /** ISO time from which on the entries are. */
  start?: string;
}

export function holds(why: string, entries: readonly LedgerEntry[] = []): Verdict {
  return { holds: true, why, entries: entries.map((entry) => entry.id) };
}

export function fails(why: string, next: string, entries: readonly LedgerEntry[] = []): Verdict {
  return { holds: false, why, entries: entries.map((entry) => entry.id), next };
}

/** Globs that match no file prove nothing, neither that something was changed nor that nothing was. */
export function matchesNothing(globs: readonly string[]): Verdict {
  const told = globs.join(', ');
  return {
    holds: false,
    open: true,
    why: `No file of the project matches ${told}, so that it proves nothing.`,
    entries: [],
    next: `Name files that are there instead of ${told}.`,
  };
}

/** The time of an entry in brackets, where it has one. */
export function when(entry: LedgerEntry): string {
  return entry.time === undefined ? '' : ` (${userTime(entry.time, 'second')})`;
}
