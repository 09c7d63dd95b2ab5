import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { driverOf, prepareWorker } from '../../harness/drivers/index.ts';
import { installHoldfast } from '../../harness/holdfast.ts';
import { startModelServer } from '../../harness/model-server.ts';
import { run } from '../../harness/run-client.ts';
import { createSandbox } from '../../harness/sandbox.ts';
import { answering } from '../../harness/stream-scenarios.ts';
import { workerHosts } from '../../src/hosts/worker-registry.ts';
import { bringClient } from './client.ts';

const cli = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');

describe.each(workerHosts.map((host) => [host.id, host] as const))(
  'a worker on %s',
  async (id, host) => {
    const driver = driverOf(id);
    const client = await bringClient(driver.client);

    it.skipIf(!client)(
      'edits its folder and reports in its ticket with the permission of a ticket that says nothing [R45]',
      async () => {
        const sandbox = createSandbox('reports');
        const { shell, write } = driver.tools;
        const server = await startModelServer({
          dialect: driver.dialect,
          policy: answering([
            { calls: [write(join(sandbox.project, 'made.txt'))] },
            { calls: [shell('holdfast ticket progress make-it "made the file"')] },
            { calls: [shell('holdfast ticket done make-it --result "It is made."')] },
          ]),
        });
        try {
          driver.prepare?.(sandbox, server.url);
          prepareWorker(id, sandbox);
          installHoldfast(sandbox, driver.scope, id);
          const bin = join(sandbox.root, 'bin');
          mkdirSync(bin);
          symlinkSync(client!.path, join(bin, host.program));
          const { env } = driver.start({
            client: client!,
            sandbox,
            serverUrl: server.url,
            prompt: '',
          });
          // A script is run by the first Node on PATH.
          const nodes = client!.node ? [dirname(client!.node)] : [];
          env.PATH = [bin, ...nodes, env.PATH].join(delimiter);
          const holdfast = (...args: string[]) =>
            run(process.execPath, [cli, ...args], { cwd: sandbox.project, env, timeoutMs: 60_000 });

          await holdfast('ticket', 'new', 'Make it');
          const ended = await holdfast('run', 'make-it', '--host', id, '--json');
          const said = `${ended.stdout}${ended.stderr}`;
          expect(ended.code, said).toBe(0);
          expect(JSON.parse(ended.stdout), said).toMatchObject([{ status: 'completed' }]);
          const ticket = readFileSync(
            join(sandbox.project, '.holdfast', 'tickets', 'make-it.md'),
            'utf8',
          );
          expect(ticket).toMatch(/## Progress\n+- \S+ made the file\n/);
          expect(ticket).toMatch(/## Result\n+It is made\.\n/);
          expect(existsSync(join(sandbox.project, 'made.txt'))).toBe(true);
        } finally {
          await server.close();
          sandbox.remove();
        }
      },
      90_000,
    );
  },
);
