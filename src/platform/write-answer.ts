import { closeSync, writeSync } from 'node:fs';
import type { Environment } from './paths.ts';

/**
 * Writes a text to standard output at once, without the stream that Node would have to set up for it. A
 * pipe that is full for a moment is tried again; a reader that went away is no fault.
 */
export function writeAnswer(text: string): void {
  // What stands between us and the client may read and write another code page: PowerShell does.
  const safe = process.platform === 'win32' ? asciiJson(text) : text;
  let rest = Buffer.from(safe, 'utf8');
  for (let tries = 0; rest.length > 0 && tries < 1000; tries++) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
}

/** The same JSON in ASCII alone. */
export function asciiJson(json: string): string {
  let safe = '';
  for (let at = 0; at < json.length; at += 1) {
    const unit = json.charCodeAt(at);
    safe += unit < 0x80 ? json[at] : `\\u${unit.toString(16).padStart(4, '0')}`;
  }
  return safe;
}

/**
 * Tells the launcher that waits for this process that the answer is whole: it ends, and the client goes on while this process
 * does what nobody waits for. Nothing where no launcher started this process.
 */
export function letLauncherGo({ HOLDFAST_LAUNCHER }: Environment): void {
  if (Number(HOLDFAST_LAUNCHER) !== process.ppid) return;
  closeSync(1);
  process.kill(process.ppid, 'SIGUSR1');
}
