import { parseShell } from './parse.ts';
import { isReadOnlyProgram } from './programs.ts';
import type { Redirect, SimpleCommand } from './script.ts';

/**
 * True when a command line surely changes nothing: every command in it is a known program in a form that
 * only reads, and nothing is redirected but to /dev/null or between the outputs. What is not known to be
 * harmless counts as changing.
 */
export function isPlainlyReadOnly(command: string): boolean {
  const script = parseShell(command);
  if ('unclear' in script || script.commands.length === 0) return false;
  return script.commands.every(isReadOnlyCommand);
}

export function isReadOnlyCommand(command: SimpleCommand): boolean {
  return (
    command.assignments.length === 0 &&
    command.redirects.every(isHarmlessRedirect) &&
    isReadOnlyProgram(command.words)
  );
}

function isHarmlessRedirect({ operator, target }: Redirect): boolean {
  if (target.expands || target.globs) return false;
  if (operator === '>&' || operator === '<&') return /^\d$/.test(target.text);
  if (operator === '<') return !/^\/dev\/(?!null$)/.test(target.text);
  return ['>', '>>', '&>', '&>>'].includes(operator) && target.text === '/dev/null';
}
