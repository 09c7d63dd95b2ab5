import type { Command } from 'commander';
import type { CliContext } from './context.ts';

/** What a command came to. One place prints it and sets the exit code. */
export interface Outcome {
  /** For a person. */
  text: string;
  /** True when the text is printed as it is: a brief, a table, a diff. Else its long lines are wrapped. */
  verbatim?: boolean;
  /** True for a text that a terminal shows page by page where it is longer than the screen. */
  paged?: boolean;
  /** A sentence for a person that is no part of the result; it goes to standard error. */
  warning?: string;
  /** For a program, printed in place of the text with `--json`. */
  data?: unknown;
  /** True when what was asked for is not so: the exit code is 1. */
  failed?: boolean;
}

/** A command's work: what commander parsed, to what came of it. */
export type Action<Options> = (
  context: CliContext,
  options: Options,
  args: string[],
) => Outcome | Promise<Outcome>;

/** Ties an action to a command of the command line. */
export type Bind = <Options extends object>(command: Command, action: Action<Options>) => void;

/** One file a command: it adds itself to the program. */
export type AddCommand = (program: Command, bind: Bind) => void;
