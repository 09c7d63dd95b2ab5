import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { endTreeNow } from './end-process.ts';

/** How a program is run that must neither be waited for long nor outlive us. */
export interface BriefRun {
  cwd: string;
  env: NodeJS.ProcessEnv;
  deadlineMs: number;
  /** Bytes of output at most; more counts as no answer. */
  limit: number;
  windowsVerbatimArguments?: true;
}

/**
 * Runs a program and gives its standard output; undefined when it fails, says too much or is not done in
 * time. It runs in a process group of its own, which is killed whole, so that nothing of it survives.
 */
export function runBriefly(
  program: string,
  args: string[],
  run: BriefRun,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = start(program, args, run);
    if (child === undefined) {
      resolve(undefined);
      return;
    }
    const chunks: Buffer[] = [];
    let size = 0;
    const timer = setTimeout(giveUp, run.deadlineMs);
    child.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > run.limit) giveUp();
    });
    child.on('error', () => settle(undefined));
    child.on('close', (code) =>
      settle(code === 0 ? Buffer.concat(chunks).toString('utf8') : undefined),
    );

    function giveUp(): void {
      endTreeNow(child?.pid);
      child?.stdout.destroy();
      settle(undefined);
    }

    function settle(output: string | undefined): void {
      clearTimeout(timer);
      resolve(output);
    }
  });
}

/** Undefined where it cannot even be tried: a folder whose name is too long or no name at all. */
function start(
  program: string,
  args: string[],
  run: BriefRun,
): ChildProcessByStdio<null, Readable, null> | undefined {
  try {
    return spawn(program, args, {
      cwd: run.cwd,
      env: run.env,
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: process.platform !== 'win32',
      windowsHide: true,
      ...(run.windowsVerbatimArguments && { windowsVerbatimArguments: true }),
    });
  } catch {
    return undefined;
  }
}
