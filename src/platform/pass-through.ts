import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';

/**
 * Runs a script of ours with the input and output of this process, or with `input` in place of its own; what it says on
 * standard error is dropped.
 */
export function passThrough(script: string, args: string[], input?: string): void {
  if (!existsSync(script)) return;
  spawnSync(process.execPath, [script, ...args], {
    stdio: [input === undefined ? 'inherit' : 'pipe', 'inherit', 'ignore'],
    ...(input !== undefined && { input }),
  });
}

/** Hex digits that nobody else has. */
export function randomName(): string {
  return randomBytes(6).toString('hex');
}
