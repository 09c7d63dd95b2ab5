import type { Redirect, Word } from './script.ts';

/** One program that a command line ends up running. */
export interface Run {
  /** Its name without folder; empty where a line only redirects. */
  program: string;
  args: Word[];
  /** Variables that are set for it, as `NAME=value`. */
  variables: string[];
  redirects: Redirect[];
  /** The folder it runs in, seen from that of the call; absent: that one. */
  folder?: string;
  /** What it reads, as far as it is known. */
  input?: string;
  /** What it prints, as far as it is known. */
  output?: string;
  /** The run whose output it reads. */
  before?: Run;
  /** Further arguments come from a list that is not known. */
  listed: boolean;
  /** On another machine, or in a container. */
  elsewhere: boolean;
  /** It only passes on to the run behind it. */
  passes: boolean;
}

/** The texts of a run's arguments. */
export function textsOf({ args }: Run): string[] {
  return args.map(({ text }) => text);
}
