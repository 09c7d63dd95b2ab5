import { terminalText } from '../core/trust/terminal-text.ts';
import { ownStyle } from './own-style.ts';
import { showsErrors } from './terminal.ts';

/** A line on the terminal that is written over again and again. */
export interface Progress {
  /** Shows the text in place of the one before; at most ten times a second. */
  show(text: () => string): void;
  /** Takes the line away. */
  clear(): void;
}

const everyMs = 100;

/** Undefined where standard error is no terminal: then nobody watches. */
export function openProgress(): Progress | undefined {
  if (!showsErrors() || process.env.TERM === 'dumb') return undefined;
  let last = 0;
  let shown = false;
  return {
    show(text) {
      const now = performance.now();
      if (shown && now - last < everyMs) return;
      last = now;
      shown = true;
      const line = terminalText(text(), ownStyle).replaceAll('\n', ' ');
      const room = Math.max(10, (process.stderr.columns ?? 80) - 1);
      process.stderr.write(`\r\u001b[K${withinLine(line, room)}`);
    },
    clear() {
      if (shown) process.stderr.write('\r\u001b[K');
      shown = false;
    },
  };
}

/** The text without those of its last parts, each behind a comma, that have no room. */
export function withinLine(text: string, room: number): string {
  let line = text;
  while (line.length > room && line.includes(', ')) line = line.slice(0, line.lastIndexOf(', '));
  return line.slice(0, room);
}
