import { expect, it } from 'vitest';
import { openCodeDriver } from '../../harness/drivers/opencode.ts';
import { startModelServer } from '../../harness/model-server.ts';
import { toldText } from '../../harness/request.ts';
import { runWorker } from '../../harness/run-worker.ts';
import { createSandbox } from '../../harness/sandbox.ts';
import { answering } from '../../harness/stream-scenarios.ts';
import { openCodeWorker } from '../../src/hosts/opencode/worker.ts';
import { bringClient } from './client.ts';

const client = await bringClient('opencode');

it.skipIf(!client)(
  'the shell of an opencode worker has no password of the server, and the person’s inline configuration stays',
  async () => {
    const sandbox = createSandbox('opencode-worker');
    const command = 'echo "password=[$OPENCODE_SERVER_PASSWORD]"';
    const server = await startModelServer({
      dialect: openCodeDriver.dialect,
      policy: answering([{ calls: [openCodeDriver.tools.shell(command)] }]),
    });
    try {
      openCodeDriver.prepare?.(sandbox, server.url);
      sandbox.write('RULES.md', 'Mind the mark inline-rule-7.\n');
      const run = await runWorker({
        driver: openCodeDriver,
        host: openCodeWorker,
        client: client!,
        sandbox,
        server,
        wish: { prompt: 'go', permission: 'full' },
        env: { OPENCODE_CONFIG_CONTENT: JSON.stringify({ instructions: ['RULES.md'] }) },
      });
      expect(run.timedOut, run.stderr).toBe(false);
      const requests = server.log.filter(({ kind }) => kind === 'main');
      expect(toldText(requests.at(-1)!)).toContain('password=[]');
      expect(requests[0]!.system).toContain('inline-rule-7');
    } finally {
      await server.close();
      sandbox.remove();
    }
  },
  60_000,
);
