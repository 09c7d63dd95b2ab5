import { writeSync } from 'node:fs';
import { terminalText } from '../core/trust/terminal-text.ts';
import { ownStyle } from './own-style.ts';

/** A terminal that is drawn on as a whole. */
export interface FullScreen {
  columns(): number;
  rows(): number;
  /** Shows these lines; what is longer than the screen is cut off by its end. */
  draw(lines: readonly string[]): void;
  close(): void;
}

const enter = '\u001b[?1049h\u001b[?25l\u001b[?7l';
const leave = '\u001b[?7h\u001b[?25h\u001b[?1049l';
const endings = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Takes the terminal: its other screen, keys one by one, no cursor. It is given back as it was on every way out: by `close`,
 * by a signal, and by a fault. `onEnd` is called when a signal came or the keyboard went away.
 */
export function openFullScreen(handle: {
  onKey(key: string): void;
  onResize(): void;
  onEnd(): void;
}): FullScreen {
  const { stdin, stdout } = process;
  let open = true;
  const restore = (): void => {
    if (!open) return;
    open = false;
    try {
      stdin.setRawMode(false);
    } catch {
      // The terminal is gone.
    }
    write(leave);
  };
  const onData = (chunk: Buffer): void => {
    for (const key of keysOf(chunk.toString('utf8'))) if (open) handle.onKey(key);
  };
  const onResize = (): void => handle.onResize();
  const onSignal = (): void => handle.onEnd();
  process.once('exit', restore);
  for (const signal of endings) process.on(signal, onSignal);
  stdin.setRawMode(true);
  stdin.on('data', onData);
  stdin.once('end', onSignal);
  stdout.on('resize', onResize);
  write(enter);
  return {
    columns: () => stdout.columns || 80,
    rows: () => stdout.rows || 24,
    draw(lines) {
      if (!open) return;
      const shown = lines
        .slice(0, stdout.rows || 24)
        // Emptied before it is written: behind a line of the whole width the last sign would go.
        .map((line) => `\u001b[2K${terminalText(line, ownStyle).replaceAll('\n', ' ')}`);
      write(`\u001b[H${shown.join('\r\n')}\u001b[J`);
    },
    close() {
      restore();
      process.off('exit', restore);
      for (const signal of endings) process.off(signal, onSignal);
      stdin.off('data', onData);
      stdin.off('end', onSignal);
      stdin.pause();
      stdout.off('resize', onResize);
    },
  };
}

const sequence = /\u001b\[[0-9;]*[A-Za-z~]|\u001bO[A-Z]|[\s\S]/gu;

/** What was typed, key by key; an arrow is its sequence. */
function keysOf(text: string): string[] {
  return text.match(sequence) ?? [];
}

function write(text: string): void {
  try {
    writeSync(1, text);
  } catch {
    // Nobody sees it.
  }
}
