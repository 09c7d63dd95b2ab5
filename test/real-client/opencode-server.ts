import { spawn } from 'node:child_process';
import { openCodeEnvironment } from '../../harness/drivers/opencode.ts';
import type { FetchedClient } from '../../harness/fetch-client.ts';
import type { Workplace } from './product.ts';

/** Asks the client's server; gives what it answers, parsed. */
export type AskServer = (method: string, path: string, body?: object) => Promise<unknown>;

/** Runs the client as a server in the workplace, for what a single run cannot do, and ends it again. */
export async function withServer(
  { sandbox }: Workplace,
  client: FetchedClient,
  work: (ask: AskServer, url: string) => Promise<void>,
): Promise<void> {
  const child = spawn(client.path, ['serve', '--port', '0'], {
    cwd: sandbox.project,
    env: openCodeEnvironment(sandbox),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const url = await addressOf(child.stdout);
    await work(async (method, path, body) => {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return text === '' ? undefined : JSON.parse(text);
    }, url);
  } finally {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await gone;
  }
}

function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const timer = setTimeout(() => reject(new Error(`no server came up: ${text}`)), 20_000);
    output.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const found = /listening on (http:\/\/\S+)/.exec(text)?.[1];
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(found);
    });
  });
}

/** Waits until something is so, 15 seconds at most. */
export async function until(happened: () => boolean): Promise<void> {
  for (let tries = 0; tries < 150 && !happened(); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
