import { parseShell } from './parse.ts';

const allowed = ['status', 'show', 'brief', 'snapshot', 'recall', 'answer'];

/** Of these only some uses change nothing but what we ourselves keep. */
const partly = new Map<string, (words: readonly string[]) => boolean>([
  // What a predicate's file asks for may run a command.
  [
    'evidence',
    ([word = '', ...rest]) =>
      ['list', 'check'].includes(word) && !rest.some((each) => each.startsWith('--predicate')),
  ],
  ['memory', (words) => !words.some((each) => each.startsWith('--write'))],
]);

/**
 * The word of ours that a shell command runs (`status`, `show`, …), when the whole command is that and may
 * run while gated; undefined for everything else: chained, redirected, with expansions, or another word.
 */
export function holdfastCommand(command: string): string | undefined {
  const script = parseShell(command);
  if ('unclear' in script || script.commands.length !== 1) return undefined;
  const [only] = script.commands;
  if (!only || only.assignments.length > 0 || only.redirects.length > 0) return undefined;
  const [program, word, ...rest] = only.words;
  if (program?.text !== 'holdfast' || !word) return undefined;
  const passes =
    allowed.includes(word.text) || partly.get(word.text)?.(rest.map((each) => each.text)) === true;
  if (!passes) return undefined;
  return only.words.some((each) => each.expands || each.globs) ? undefined : word.text;
}

/** True for one of our own commands that passes while an obligation is open. */
export function isAllowedHoldfastCommand(command: string): boolean {
  return holdfastCommand(command) !== undefined;
}
