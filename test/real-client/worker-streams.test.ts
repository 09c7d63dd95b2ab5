import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { driverOf } from '../../harness/drivers/index.ts';
import { holdfastBeside, journalOf } from '../../harness/holdfast.ts';
import { startModelServer } from '../../harness/model-server.ts';
import { missingIn, toldText } from '../../harness/request.ts';
import { runWorker } from '../../harness/run-worker.ts';
import { createSandbox } from '../../harness/sandbox.ts';
import { answering } from '../../harness/stream-scenarios.ts';
import { workerHosts } from '../../src/hosts/worker-registry.ts';
import { ofType } from '../hosts/workers/streams.ts';
import { bringClient } from './client.ts';

describe.each(workerHosts.map((host) => [host.id, host] as const))(
  'the real client of %s as a worker',
  async (id, host) => {
    const driver = driverOf(id);
    const client = await bringClient(driver.client);

    it.skipIf(!client)(
      'is started with hooks in force, read and ended through its worker host',
      async () => {
        const sandbox = createSandbox('worker');
        const { tools } = driver;
        const policy = answering([
          { text: 'I begin.', calls: [tools.write(`${sandbox.project}/made.txt`)] },
        ]);
        const server = await startModelServer({ policy, dialect: driver.dialect });
        try {
          driver.prepare?.(sandbox, server.url);
          // Beside the client, so that it can be asked to trust what is installed.
          const { scope } = driver;
          holdfastBeside(sandbox, client!.path, 'init', '--host', id, '--scope', scope, '--yes');
          const sessionId = randomUUID();
          const prompt = '-- make the file\nas "told"';
          const folders = [join(sandbox.root, 'tmp')];
          const wish = { prompt, permission: 'edit', sessionId, folders } as const;
          const run = await runWorker({
            driver,
            host,
            client: client!,
            sandbox,
            server,
            wish,
            onEvent(event, control) {
              if (event.type === 'permission')
                control.write(host.answer!(event.request, event.request.edit, 'Edits only.'));
              if (event.type === 'result') control.end();
            },
          });
          const said = `${JSON.stringify(run.events)}\n${run.stderr}`;
          expect(run.timedOut, said).toBe(false);
          expect(server.faults).toEqual([]);
          const session = ofType(run.events, 'session')[0]?.id ?? '';
          const { takesSessionId } = host.start({ ...wish, folder: sandbox.project });
          if (takesSessionId) expect(session, said).toBe(sessionId);
          else expect(session, said).toMatch(/./);
          expect(journalOf(sandbox, session, id).length, said).toBeGreaterThan(0);
          expect(
            ofType(run.events, 'tool.finished').map(({ ok }) => ok),
            said,
          ).toEqual([true]);
          expect(
            ofType(run.events, 'text').map(({ text }) => text),
            said,
          ).toContain('All done.');
          expect(ofType(run.events, 'usage').length, said).toBeGreaterThan(0);
          expect(ofType(run.events, 'result'), said).toMatchObject([{ ok: true }]);
          expect(ofType(run.events, 'unknown'), said).toEqual([]);
          expect(existsSync(`${sandbox.project}/made.txt`)).toBe(true);
          const first = server.log.find(({ kind }) => kind === 'main')!;
          expect(missingIn(toldText(first), wish.prompt)).toEqual([]);
        } finally {
          await server.close();
          sandbox.remove();
        }
      },
      60_000,
    );
  },
);
