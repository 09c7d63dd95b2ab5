import { spawn } from 'node:child_process';
import type { Environment } from './paths.ts';

/** Starts a command of ours that goes on when this process ends, without input or output, in `cwd` or in our folder. Never throws. */
export function startBeside(args: readonly string[], env: Environment, cwd?: string): void {
  const [program] = process.argv.slice(1);
  if (program === undefined) return;
  try {
    const child = spawn(process.execPath, [program, ...args], {
      env: env as NodeJS.ProcessEnv,
      ...(cwd !== undefined && { cwd }),
      stdio: 'ignore',
      detached: true,
      windowsHide: true,
    });
    child.on('error', () => {});
    child.unref();
  } catch {
    // What waits is sent by the next one.
  }
}
