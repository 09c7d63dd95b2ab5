import { spawn } from 'node:child_process';
import type { Environment } from './paths.ts';

/** What became of a program that had the terminal. */
export interface TerminalEnd {
  /** Its exit code; undefined where a signal ended it, or it was never started. */
  code?: number;
  /** Why it could not be started. */
  notStarted?: string;
}

/** Signals that a terminal sends to all programs in it: those are for the program that has it now. */
const terminalSignals = ['SIGINT', 'SIGQUIT'] as const;

/** Runs a program with the terminal of this process, until it ends. */
export async function runInTerminal(
  program: string,
  args: string[],
  place: { cwd: string; env: Environment },
): Promise<TerminalEnd> {
  const ignore = (): void => {};
  for (const signal of terminalSignals) process.on(signal, ignore);
  try {
    return await new Promise((resolve) => {
      const env = place.env as NodeJS.ProcessEnv;
      const child = spawn(program, args, { cwd: place.cwd, env, stdio: 'inherit' });
      child.on('error', ({ message }) => resolve({ notStarted: message }));
      child.on('close', (code) => resolve(code === null ? {} : { code }));
    });
  } finally {
    for (const signal of terminalSignals) process.off(signal, ignore);
  }
}
