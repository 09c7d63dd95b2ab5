import { readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { ClientDriver } from '../../harness/drivers/driver.ts';
import type { FetchedClient } from '../../harness/fetch-client.ts';
import { run } from '../../harness/run-client.ts';
import type { LaunchRecord, WorkerState } from '../../src/core/worker/launch.ts';
import type { Workplace } from './product.ts';

const cli = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');

/** The environment in a workplace: the client is on PATH, and its model server is the one of the test. */
export function placeEnvironment(
  client: FetchedClient,
  driver: ClientDriver,
  { sandbox, server }: Workplace,
): Record<string, string> {
  const { env } = driver.start({ client, sandbox, serverUrl: server.url, prompt: '' });
  return { ...env, PATH: [dirname(client.path), env.PATH].join(delimiter) };
}

/** The command line in a workplace, with the client on PATH and its model server in the environment. */
export function commandLine(
  client: FetchedClient,
  driver: ClientDriver,
  work: Workplace,
  extra: Record<string, string> = {},
) {
  const place = {
    cwd: work.sandbox.project,
    env: { ...placeEnvironment(client, driver, work), ...extra },
  };
  return (args: string[], timeoutMs = 120_000) =>
    run(process.execPath, [cli, ...args], { ...place, timeoutMs });
}

/** A ticket with a title, made by the command line. Returns its path. */
export async function newTicket(
  holdfast: ReturnType<typeof commandLine>,
  id: string,
  more: string[] = [],
): Promise<string> {
  const made = await holdfast(['ticket', 'new', `Task ${id}`, '--id', id, '--json', ...more]);
  return (JSON.parse(made.stdout) as { path: string }).path;
}

/** What is on disk of the one worker of a ticket. */
export function workerOf(
  { sandbox }: Workplace,
  worker: string,
): { launch: LaunchRecord; state: WorkerState; folder: string } {
  const folder = join(sandbox.holdfastHome, 'workers', worker);
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  return { launch: read('launch.json'), state: read('state.json'), folder };
}

/** Waits until something is so; throws with what is said then when it is not in time. */
export async function until<T>(
  look: () => T | undefined | false,
  what: string,
  ms = 60_000,
): Promise<T> {
  const deadline = Date.now() + ms;
  for (;;) {
    const found = look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`not in ${ms} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
