import { parseShell } from './parse.ts';

const allowed = ['status', 'show', 'brief', 'snapshot', 'recall', 'answer'];

/**
 * The word of ours that a shell command runs (`status`, `show`, …), when the whole command is that and may
 * run while gated; undefined for everything else: chained, redirected, with expansions, or another word.
 */
export function holdfastCommand(command: string): string | undefined {
  const script = parseShell(command);
  if ('unclear' in script || script.commands.length !== 1) return undefined;
  const [only] = script.commands;
  if (!only || only.assignments.length > 0 || only.redirects.length > 0) return undefined;
  const [program, word] = only.words;
  if (program?.text !== 'holdfast' || !word || !allowed.includes(word.text)) return undefined;
  return only.words.some((each) => each.expands || each.globs) ? undefined : word.text;
}

/** True for one of our own commands that passes while an obligation is open. */
export function isAllowedHoldfastCommand(command: string): boolean {
  return holdfastCommand(command) !== undefined;
}
