import type { ActName } from './acts.ts';

/** Something that a person forbids, or allows again. `about`: only where the call names one of these. */
export type Deed =
  | { do: 'act'; act: ActName; about?: string[] }
  /** A command, by its first words. */
  | { do: 'command'; words: string[]; about?: string[] }
  /**
   * Changes of a file, or of what lies in a folder; `hand`: not by a program that makes it; `outside`: of whatever does not lie
   * in it.
   */
  | { do: 'file'; path: string; only?: 'delete' | 'hand'; outside?: true }
  /** The same of all files of a kind. */
  | { do: 'files'; of: FileKind; only?: 'delete' };

/** Files that are known by their names. */
export type FileKind = 'tests' | 'migrations';

/** What a person said of what is not to be done. */
export interface Rule {
  /** The sentence, as it was said. */
  quote: string;
  /** `waits`: until the person says yes. */
  why: 'forbidden' | 'waits' | 'refused' | 'unanswered';
  deeds: Deed[];
}
