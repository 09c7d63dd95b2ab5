import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { startable } from './startable.ts';

const limitMs = 20_000;
const mostCharacters = 10_000;

/** What a program says of its version, on whichever stream; undefined where it cannot be started, fails, or takes longer than 20 seconds. */
export function askVersion(
  program: string,
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const start = startable(program, ['--version']);
    let child: ChildProcessByStdio<null, Readable, Readable>;
    try {
      child = spawn(start.program, start.args, {
        ...start.options,
        cwd,
        env: { ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: limitMs,
        killSignal: 'SIGKILL',
        windowsHide: true,
      });
    } catch {
      // Some refusals are thrown, such as that of a folder that is a file.
      resolve(undefined);
      return;
    }
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        if (said.length < mostCharacters) said += text;
      });
    }
    // What it started may live on and keep its output open.
    const timer = setTimeout(() => {
      child.stdout.destroy();
      child.stderr.destroy();
    }, limitMs);
    child.on('error', () => resolve(undefined));
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve(code === 0 ? said : undefined);
    });
  });
}
