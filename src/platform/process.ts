import { writeSync } from 'node:fs';
import { terminalText } from '../core/trust/terminal-text.ts';
import { unhurried } from './at-work.ts';
import { ownStyle } from './own-style.ts';

/**
 * The one place where output leaves the program and where its exit code is set. Escape sequences of files, names and projects
 * are taken out here, whatever printed them.
 */

/** Writes to standard output. A reader that went away ends the program quietly. */
export function print(text: string): void {
  const told = terminalText(text, ownStyle);
  unhurried(() => write(1, told));
}

/** The same to standard error. */
export function printError(text: string): void {
  const told = terminalText(text, ownStyle);
  unhurried(() => write(2, told));
}

/** Empties a terminal before a view is drawn anew. */
export function clearScreen(): void {
  write(1, '\u001b[H\u001b[2J');
}

/** Sets the exit code of a program that has nothing more to do. */
export function exitWith(code: number): void {
  process.exitCode = code;
}

/**
 * Writes at once, since the streams that Node would set up take longer to load than most commands run. A pipe that is full
 * is waited for.
 */
function write(descriptor: 1 | 2, text: string): void {
  let rest = Buffer.from(text, 'utf8');
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // A pager that was left, `head`, or no output at all.
      if (code === 'EPIPE' || code === 'EBADF') process.exit();
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
}
