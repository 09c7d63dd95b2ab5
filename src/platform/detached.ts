import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { Fault, type FaultCode } from '../core/errors.ts';
import { openForAppend } from './append-line.ts';
import { printError } from './process.ts';

/** What a detached process tells the one that started it, once. */
type Word = { ready: true } | { fault: { code: FaultCode; message: string; hint?: string } };

const limitMs = 30_000;

/**
 * Starts a program of ours that outlives this one and its terminal, and waits until it says that it is ready. What goes wrong
 * afterwards is in its log. Throws the Fault that it tells, or one when it ends without a word.
 */
export function startDetached(
  args: string[],
  place: {
    cwd: string;
    env: Readonly<Record<string, string | undefined>>;
    log: string;
    /** What the program is, for a sentence that begins with it. */
    what: string;
  },
): Promise<number> {
  const log = openForAppend(place.log);
  const child = spawn(process.execPath, args, {
    cwd: place.cwd,
    env: { ...place.env },
    detached: true,
    stdio: ['ignore', log, log, 'ipc'],
    windowsHide: true,
  });
  closeSync(log);
  return new Promise<number>((resolve, reject) => {
    const silent = (how: string) =>
      new Fault('refused', `${place.what} ${how}.`, { hint: `See ${place.log}.` });
    const timer = setTimeout(() => settle(() => reject(silent('did not respond'))), limitMs);
    child.once('error', (error) =>
      settle(() => reject(silent(`could not be started: ${error.message}`))),
    );
    child.once('exit', (code) => settle(() => reject(silent(`exited immediately (${code})`))));
    child.once('message', (word: Word) =>
      settle(() => {
        if ('ready' in word) return resolve(child.pid!);
        const { code, message, hint } = word.fault;
        reject(new Fault(code, message, hint === undefined ? {} : { hint }));
      }),
    );

    function settle(how: () => void): void {
      clearTimeout(timer);
      child.removeAllListeners();
      if (child.connected) child.disconnect();
      child.unref();
      how();
    }
  });
}

/** Tells the process that started this one how it is, if it still listens, and lets it go. */
export function tellStarter(word: Word): Promise<void> {
  return new Promise((resolve) => {
    if (!process.send || !process.connected) return resolve();
    process.once('error', () => resolve());
    process.send(word, undefined, undefined, () => {
      if (process.connected) process.disconnect();
      resolve();
    });
  });
}

/** Whether a signal to end came; from the first call on such a signal does not end this process. */
export function watchEnd(): () => boolean {
  let told = false;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      told = true;
    });
  }
  return () => told;
}

/**
 * What a fault that nobody expected leads to: it is written to standard error, `clean` is run, and the process ends. So
 * nothing that it started is left behind.
 */
export function onCrash(clean: () => Promise<void>): void {
  process.once('uncaughtException', (error) => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    printError(`${new Date().toISOString()} ${text}\n`);
    // A second fault while cleaning must not end this before it is done.
    process.on('uncaughtException', () => {});
    void clean().finally(() => process.exit(1));
  });
}
