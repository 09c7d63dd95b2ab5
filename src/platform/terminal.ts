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

/** Keys that came before a question was shown are no answer to it: so long nothing may come, in milliseconds. */
const quietMs = 60;
/** Somebody who goes on typing is asked all the same. */
const longestDrainMs = 2_000;

/** Takes what was typed ahead out of the terminal. */
async function drainKeys(): Promise<void> {
  const { stdin } = process;
  if (!isTerminal(0)) return;
  const until = Date.now() + longestDrainMs;
  let last = Date.now();
  let isStopped = false;
  const onData = (chunk: Buffer): void => {
    last = Date.now();
    isStopped ||= chunk.includes(3);
  };
  // Else only whole lines would be given out, and the rest would be the beginning of an answer.
  stdin.setRawMode(true);
  stdin.on('data', onData);
  try {
    while (Date.now() - last < quietMs && Date.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  } finally {
    stdin.off('data', onData);
    stdin.pause();
    stdin.setRawMode(false);
  }
  // Without lines a terminal makes no signal of Ctrl-C.
  if (isStopped) process.kill(process.pid, 'SIGINT');
}

/** Asks a yes-or-no question; everything but yes, the end of input too, is no. What was typed before it is shown does not count. */
export async function askYesNo(question: string): Promise<boolean> {
  await drainKeys();
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
