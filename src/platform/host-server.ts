import { spawn } from 'node:child_process';
import { startable } from './startable.ts';

const limitMs = 20_000;

/**
 * Starts a program that answers JSON-RPC, a message a line, on its standard streams; ends it when the conversation is
 * over. Rejects when it cannot be started, ends early, answers with an error, or takes longer than 20 seconds in all.
 */
export async function talkTo<T>(
  program: string,
  args: readonly string[],
  place: { cwd: string; env: Readonly<Record<string, string | undefined>> },
  conversation: (ask: (method: string, params: unknown) => Promise<unknown>) => Promise<T>,
): Promise<T> {
  const start = startable(program, args);
  const child = spawn(start.program, start.args, {
    ...start.options,
    ...place,
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
  });
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let told = '';
  let last = 0;
  const gone = new Promise<never>((_, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`${program} did not answer in ${limitMs / 1000} s`)),
      limitMs,
    );
    child.on('error', (error) =>
      reject(new Error(`${program} could not be started: ${error.message}`)),
    );
    child.on('close', () => {
      clearTimeout(timer);
      reject(new Error(`${program} ended before it had answered`));
    });
  });
  gone.catch(() => {});
  child.stdin.on('error', () => {});
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (told + chunk).split('\n');
    told = lines.pop() ?? '';
    for (const line of lines) take(line);
  });

  function take(line: string): void {
    let message: { id?: number; result?: unknown; error?: { message?: string } };
    try {
      message = JSON.parse(line);
    } catch {
      return;
    }
    const waiter = waiting.get(message?.id ?? -1);
    if (waiter === undefined) return;
    waiting.delete(message.id!);
    if (message.error)
      waiter.reject(new Error(message.error.message ?? 'it answered with an error'));
    else waiter.resolve(message.result);
  }

  const ask = (method: string, params: unknown): Promise<unknown> => {
    const id = ++last;
    const answer = new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return Promise.race([answer, gone]);
  };
  try {
    return await Promise.race([conversation(ask), gone]);
  } finally {
    const ended = new Promise((resolve) => child.on('close', resolve));
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
      child.kill();
      await ended;
    }
  }
}
