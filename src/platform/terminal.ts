import { fstatSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { terminalText } from '../core/trust/terminal-text.ts';
import { ownStyle } from './own-style.ts';

/** Standard input, output and error by their numbers. */
const streams = ['stdin', 'stdout', 'stderr'] as const;

/** Whether a terminal is there. Node's streams take long to load, and what is no device needs none of them. */
export function isTerminal(descriptor: 0 | 1 | 2): boolean {
  try {
    if (!fstatSync(descriptor).isCharacterDevice()) return false;
  } catch {
    return false;
  }
  return process[streams[descriptor]].isTTY === true;
}

/** True where standard error is a terminal. */
export function showsErrors(): boolean {
  return isTerminal(2);
}

/** True when a person sits at standard input and output. */
export function isInteractive(): boolean {
  return isTerminal(0) && isTerminal(1);
}

/** True where standard output is a terminal that the person wants coloured. */
export function wantsColour(env: Readonly<Record<string, string | undefined>>): boolean {
  return isTerminal(1) && !env.NO_COLOR && env.TERM !== 'dumb';
}

/** Columns of the terminal; 80 where it is none, or does not know. */
export function terminalWidth(): number {
  return outputColumns() ?? 80;
}

/** Columns of the terminal that standard output is; undefined where it is none, or does not know. */
export function outputColumns(): number | undefined {
  return isTerminal(1) ? process.stdout.columns || undefined : undefined;
}

/** The same of standard error. */
export function errorColumns(): number | undefined {
  return isTerminal(2) ? process.stderr.columns || undefined : undefined;
}

/** True when standard input is a terminal. */
export function readsTerminal(): boolean {
  return isTerminal(0);
}

/** Device number of standard input; undefined when it is closed. */
export function inputDevice(): number | undefined {
  try {
    return fstatSync(0).rdev;
  } catch {
    return undefined;
  }
}

/** Asks a yes-or-no question; everything but yes, the end of input too, is no. */
export async function askYesNo(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  try {
    const answer = await Promise.race([
      terminal.question(`${terminalText(question, ownStyle)} [y/N] `),
      closed,
    ]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}
