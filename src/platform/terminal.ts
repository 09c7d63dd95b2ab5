import { fstatSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';

/** True when a person sits at standard input and output. */
export function isInteractive(): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true;
}

/** True where standard output is a terminal that the person wants coloured. */
export function wantsColour(env: Readonly<Record<string, string | undefined>>): boolean {
  return process.stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
}

/** Columns of the terminal; 80 where it is none, or does not know. */
export function terminalWidth(): number {
  return process.stdout.columns || 80;
}

/** Columns of the terminal that standard output is; undefined where it is none, or does not know. */
export function outputColumns(): number | undefined {
  return process.stdout.isTTY ? process.stdout.columns || undefined : undefined;
}

/** The same of standard error. */
export function errorColumns(): number | undefined {
  return process.stderr.isTTY ? process.stderr.columns || undefined : undefined;
}

/** True when standard input is a terminal. */
export function readsTerminal(): boolean {
  return process.stdin.isTTY === true;
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
    const answer = await Promise.race([terminal.question(`${question} [y/N] `), closed]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}
