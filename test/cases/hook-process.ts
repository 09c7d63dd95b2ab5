import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';

/** The bundle that hosts start; `npm test` builds it first. */
export const bundle = resolve(import.meta.dirname, '..', '..', 'dist', 'hook.cjs');

export interface Ran {
  stdout: string;
  stderr: string;
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface RunOptions {
  env: Record<string, string>;
  /** What goes to standard input: text that ends it, a stream, or nothing that ever comes. */
  input?: string | Buffer | Readable | 'silent' | 'none';
  args?: string[];
  cwd?: string;
  program?: string;
  /** Called once the process runs. */
  started?(pid: number): void;
}

/** Runs a program, the hook bundle unless another is named, as a process of its own, until its output is closed. */
export function runProcess(options: RunOptions): Promise<Ran> {
  const { input = '', env, cwd, program = process.execPath } = options;
  const args = options.args ?? [bundle, 'claude-code'];
  return new Promise((done, fail) => {
    const stdin = input === 'none' ? 'ignore' : 'pipe';
    const child = spawn(program, args, { env, cwd, stdio: [stdin, 'pipe', 'pipe'] });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => err.push(chunk));
    child.on('error', fail);
    child.on('close', (code, signal) =>
      done({
        stdout: Buffer.concat(out).toString('utf8'),
        stderr: Buffer.concat(err).toString('utf8'),
        code,
        signal,
      }),
    );
    child.stdin?.on('error', () => undefined);
    if (input !== 'silent' && input !== 'none') {
      if (typeof input === 'string' || Buffer.isBuffer(input)) child.stdin?.end(input);
      else if (child.stdin) input.pipe(child.stdin, { end: false });
    }
    if (child.pid !== undefined) options.started?.(child.pid);
  });
}

/** Processes that have a text in their environment: what a hook with that state folder left behind. */
export function processesWith(text: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && existsSync(join('/proc', name, 'environ')))
    .filter((name) => {
      try {
        return readFileSync(join('/proc', name, 'environ'), 'utf8').includes(text);
      } catch {
        return false;
      }
    })
    .map(Number);
}
