/** One word of a command, quotes resolved. */
export interface Word {
  text: string;
  /** Holds `$NAME` outside single quotes: what the program gets is not known. */
  expands: boolean;
  /** Holds an unquoted `*`, `?`, `[` or brace: it may become several words. */
  globs: boolean;
  /** Some part of it was quoted or escaped. */
  quoted: boolean;
}

export interface Redirect {
  /** As written, without the file descriptor: `>`, `>>`, `<`, `>&`, `&>`, `<<`, … */
  operator: string;
  descriptor?: number;
  target: Word;
}

/** What joins a command with the one before it; `start` for the first. */
export type Joint = 'start' | '|' | '&&' | '||' | ';';

export interface SimpleCommand {
  joint: Joint;
  /** Words of the form NAME=value before the program. */
  assignments: Word[];
  /** The program and its arguments. */
  words: Word[];
  redirects: Redirect[];
}

/** A command line as a list of simple commands, or the reason why it is more than that. */
export type Script = { commands: SimpleCommand[] } | { unclear: string };
