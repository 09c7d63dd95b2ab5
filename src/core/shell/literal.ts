import { withoutMarks } from '../trust/secrets/found.ts';
import { lex } from './lexer.ts';
import type { SimpleCommand, Word } from './script.ts';

/** One simple command of a command line, as far as it is plain. */
export interface LiteralCommand {
  /** Literal words, quotes taken off, variables set before the program included. One with a variable or a pattern is `undefined`. */
  words: (string | undefined)[];
  /** Targets of `>` and `>>`. */
  writes: string[];
  /** Joined to the one before it by `|`. */
  piped: boolean;
  /** Joined to the one before it by `||`. */
  onFailure: boolean;
}

const longest = 4_000;

let lastLine = '';
let lastCommands: readonly LiteralCommand[] = [];

/** Splits a command line for facts: what is not plain is left out, and so are the bodies of here-documents. */
export function literalCommands(line: string): readonly LiteralCommand[] {
  // Several families ask for the same line one after the other.
  if (line !== lastLine) {
    lastCommands = lex(line.slice(0, longest)).commands.map(literal);
    lastLine = line;
  }
  return lastCommands;
}

function literal({ joint, assignments, words, redirects }: SimpleCommand): LiteralCommand {
  return {
    words: [...assignments, ...words].map(literalText),
    writes: redirects.flatMap(({ operator, descriptor, target }) => {
      const text = literalText(target);
      const writes = /^(?:&?>>?|>\|)$/.test(operator) && descriptor !== 2;
      return writes && text !== undefined ? [text] : [];
    }),
    piped: joint === '|',
    onFailure: joint === '||',
  };
}

function literalText({ text, expands, globs }: Word): string | undefined {
  return expands || (globs && /[*?[]|.\{/s.test(withoutMarks(text))) ? undefined : text;
}
