import { lex } from './lexer.ts';
import type { Script } from './script.ts';

/** A command longer than this is not looked at. */
const maxCharacters = 20_000;

/**
 * Takes a command line apart into simple commands joined by `|`, `&&`, `||`, `;` and line ends. Everything
 * else is `unclear` with its reason: substitution, subshells, groups, here-documents, background work,
 * control characters. Conservative: what shells read differently is unclear, too.
 */
export function parseShell(command: string): Script {
  if (command.length > maxCharacters) return { unclear: 'a very long command' };
  if (/[\0-\x08\x0b-\x1f\x7f]/.test(command)) return { unclear: 'a control character' };
  const { commands, unclear } = lex(command);
  return unclear === undefined ? { commands } : { unclear };
}
