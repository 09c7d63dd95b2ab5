import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { ClientEnd, ClientSpec, RunningClient, StartClient } from '../app/worker/ports.ts';
import { LineSplitter } from './line-splitter.ts';
import { processIdentity } from './process-identity.ts';
import { endLeft, leftOf, signalGroup } from './process-tree.ts';
import { startable } from './startable.ts';

const longestLineBytes = 8 * 1024 * 1024;
const errorTailBytes = 4 * 1024;
/** What is still in the pipe of a program that ended is there by then; what holds it open longer is another program. */
const drainMs = 1_000;
/** What a program left running gets to end by itself. */
const leftGraceMs = 500;

/** Starts a client in a process group of its own. Never throws: what cannot be started has ended. */
export const startClient: StartClient = (spec, onLine) => {
  let child: ChildProcessWithoutNullStreams;
  try {
    const start = startable(spec.program, spec.args);
    child = spawn(start.program, start.args, {
      ...start.options,
      cwd: spec.folder,
      env: { ...spec.env, [spec.mark.name]: spec.mark.value },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
  } catch (error) {
    return notStarted(error);
  }
  return watch(child, spec, onLine);
};

function watch(
  child: ChildProcessWithoutNullStreams,
  spec: ClientSpec,
  onLine: (text: string) => void,
): RunningClient {
  const splitter = new LineSplitter(longestLineBytes, onLine);
  let lastByte = Date.now();
  let anyByte = false;
  let errors = Buffer.alloc(0);
  child.stdout.on('data', (chunk: Buffer) => {
    lastByte = Date.now();
    anyByte = true;
    splitter.push(chunk);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors = Buffer.concat([errors, chunk.subarray(-errorTailBytes)]).subarray(-errorTailBytes);
  });
  // It may end before it has read everything.
  child.stdin.on('error', () => {});
  child.stdin.write(spec.input);
  if (!spec.keepsInput) child.stdin.end();
  const pid = child.pid;
  const ended = new Promise<ClientEnd>((resolve) => {
    child.once('error', (error) => {
      if (pid === undefined) resolve(failedStart(error));
    });
    child.once('exit', (code, signal) => {
      void finish(child, pid, spec).then((leftRunning) => {
        splitter.end();
        resolve({
          ...(code !== null && { code }),
          ...(signal !== null && { signal }),
          leftRunning,
          oversized: splitter.oversized,
          errors: errors.toString('utf8').trim(),
        });
      });
    });
  });
  return {
    mark: pid === undefined ? undefined : { pid, identity: processIdentity(pid) ?? 'gone' },
    write: (text) => child.stdin.writable && child.stdin.write(text) !== undefined,
    endInput: () => void child.stdin.end(),
    async stop(graceMs) {
      if (pid === undefined) return;
      signalGroup(pid, 'SIGTERM');
      const late = setTimeout(() => signalGroup(pid, 'SIGKILL'), graceMs);
      await ended;
      clearTimeout(late);
    },
    quiet: () => ({ ms: Date.now() - lastByte, anyByte, halfLine: splitter.hasPart }),
    ended,
  };
}

/** Waits until the pipe is empty, and ends whatever the program left running; true when there was something. */
async function finish(
  child: ChildProcessWithoutNullStreams,
  pid: number | undefined,
  spec: ClientSpec,
): Promise<boolean> {
  const left = leftOf(pid, spec.mark).length > 0;
  const drained = new Promise<void>((resolve) => {
    if (child.stdout.readableEnded) resolve();
    child.stdout.once('end', resolve);
    child.stdout.once('close', resolve);
    setTimeout(resolve, drainMs).unref();
  });
  await Promise.all([drained, endLeft(pid, spec.mark, left ? leftGraceMs : 0)]);
  child.stdout.destroy();
  child.stderr.destroy();
  child.stdin.destroy();
  return left;
}

function failedStart(error: unknown): ClientEnd {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return { notStarted: { code, message }, leftRunning: false, oversized: 0, errors: '' };
}

function notStarted(error: unknown): RunningClient {
  return {
    mark: undefined,
    write: () => false,
    endInput: () => {},
    stop: async () => {},
    quiet: () => ({ ms: 0, anyByte: false, halfLine: false }),
    ended: Promise.resolve(failedStart(error)),
  };
}
