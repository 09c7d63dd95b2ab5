import type { Case } from '../truth/truth.ts';

/** What one arm put before the model at one boundary. */
export interface Told {
  /** The text as the model reads it. */
  text: string;
  /** Characters that the arm gave; more than the text where the host cut it. */
  given: number;
  cut: boolean;
}

/** One way to keep what a compaction would lose. */
export interface Arm {
  id: string;
  title: string;
  version: string;
  /** Set when the arm could not be run: why, in words. */
  notRun?: string;
  /** Text by case; a case that is not in it was not run. */
  told: ReadonlyMap<string, Told>;
  /** Words of the told texts that name files, by case, and whether those exist in the rebuilt place. */
  pointers?: ReadonlyMap<string, { path: string; exists: boolean }[]>;
}

export function caseId(one: Case): string {
  return `${one.session.name}#${one.number}`;
}

export function plainTold(text: string): Told {
  return { text, given: text.length, cut: false };
}
