import { type ChildProcess, spawn } from 'node:child_process';

/** A program that serves on loopback, as our own child: it ends with our process group. */
export interface LoopbackServer {
  /** Where it listens. Rejects when it cannot be started, ends before it says so, or takes longer than 60 seconds. */
  address: Promise<string>;
  /** Resolves with its exit code; null where a signal ended it. */
  ended: Promise<number | null>;
  stop(): void;
}

const limitMs = 60_000;

/** Starts a server that prints its address; what it prints on standard error goes to ours. */
export function startLoopbackServer(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): LoopbackServer {
  const child: ChildProcess = spawn(program, [...args], {
    env: { ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null));
    child.on('close', resolve);
  });
  const address = new Promise<string>((resolve, reject) => {
    let told = '';
    const timer = setTimeout(
      () => reject(new Error(`${program} told no address in ${limitMs / 1000} s.`)),
      limitMs,
    );
    timer.unref();
    child.on('error', (error) => reject(new Error(`${program} did not start: ${error.message}`)));
    child.on('close', () => reject(new Error(`${program} ended before it told its address.`)));
    child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
      told = `${told}${chunk}`.slice(-10_000);
      const found = /\bhttp:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d+/.exec(told)?.[0];
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(found);
    });
  });
  address.catch(() => {});
  return { address, ended, stop: () => void child.kill('SIGTERM') };
}
