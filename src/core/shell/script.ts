/** A piece of a word that expands. */
export type Part =
  /** What it stands for is known. */
  | { is: 'text'; text: string; quoted: boolean }
  /** `$NAME` or `${NAME}`; `otherwise`: what stands there where it is not set. */
  | { is: 'name'; name: string; otherwise?: string; quoted: boolean }
  /** What a script prints. */
  | { is: 'script'; script: string; quoted: boolean }
  /** `<(…)`: the name of a file that holds what a script prints. */
  | { is: 'file'; script: string; quoted: boolean }
  | { is: 'unknown'; quoted: boolean };

/** One word of a command, quotes resolved. */
export interface Word {
  text: string;
  /** Holds `$NAME` outside single quotes: what the program gets is not known. */
  expands: boolean;
  /** Holds an unquoted `*`, `?`, `[` or brace: it may become several words. */
  globs: boolean;
  /** Some part of it was quoted or escaped. */
  quoted: boolean;
  /** What it is made of, where it expands. */
  parts?: Part[];
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
  /** Text on its standard input: a here-document or a here-string. */
  input?: string;
  /** Scripts of substitutions in its words, its redirections and its here-document. */
  scripts?: string[];
}

/** A command line as a list of simple commands, or the reason why it is more than that. */
export type Script = { commands: SimpleCommand[] } | { unclear: string };
