import { spawn } from 'node:child_process';
import type { SendResult } from '../app/tracker/ports.ts';
import { endTreeNow } from './end-process.ts';
import type { Environment } from './paths.ts';
import { startable } from './startable.ts';

const keptOutput = 300;
/** So long the rest of the output may take behind the end of the program. */
const outputGraceMs = 500;

/**
 * Runs a program that tells something to a tracker, without a shell and without input. At the deadline its whole group
 * is ended, and then nobody knows what it has done.
 */
export function runSender(
  argv: readonly string[],
  folder: string,
  deadlineMs: number,
  env: Environment,
): Promise<SendResult> {
  const [program, ...args] = argv;
  return new Promise((resolve) => {
    if (program === undefined) return resolve({ how: 'failed', why: 'there is no command' });
    let output = '';
    let timer: NodeJS.Timeout | undefined;
    try {
      const start = startable(program, args);
      const child = spawn(start.program, start.args, {
        ...start.options,
        cwd: folder,
        env: env as NodeJS.ProcessEnv,
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: process.platform !== 'win32',
        windowsHide: true,
      });
      const keep = (chunk: Buffer) => {
        if (output.length < keptOutput) output += chunk.toString('utf8').slice(0, keptOutput);
      };
      child.stdout.on('data', keep);
      child.stderr.on('data', keep);
      timer = setTimeout(() => {
        endTreeNow(child.pid);
        child.stdout.destroy();
        child.stderr.destroy();
        resolve({ how: 'unknown', why: 'it was not done in time' });
      }, deadlineMs);
      child.on('error', (error) => {
        clearTimeout(timer);
        const { code } = error as NodeJS.ErrnoException;
        const why =
          code === 'ENOENT' ? `${program} is not on PATH, or ${folder} is gone` : error.message;
        resolve({ how: 'failed', why });
      });
      child.on('exit', () => {
        // What it left running may hold its output open; it has ended all the same.
        clearTimeout(timer);
        timer = setTimeout(() => {
          child.stdout.destroy();
          child.stderr.destroy();
        }, outputGraceMs);
      });
      child.on('close', (code, signal) => {
        clearTimeout(timer);
        if (code === 0) return resolve({ how: 'ok' });
        const said = output.replace(/\s+/g, ' ').trim().slice(0, 200);
        if (code === null) return resolve({ how: 'unknown', why: `it was ended by ${signal}` });
        resolve({ how: 'failed', why: `it ended with ${code}${said ? `: ${said}` : ''}` });
      });
    } catch (error) {
      clearTimeout(timer);
      resolve({ how: 'failed', why: error instanceof Error ? error.message : 'it cannot be run' });
    }
  });
}
