import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { type ModelServer, startModelServer } from '../../harness/model-server.ts';
import { removeFolder } from '../../harness/remove-folder.ts';

let server: ModelServer;
const folder = mkdtempSync(join(tmpdir(), 'holdfast-test-'));
afterEach(async () => {
  await server.close();
  removeFolder(folder);
});

function ask(text: string) {
  const body = JSON.stringify({
    messages: [{ role: 'user', content: text }],
    tools: [{ name: 'R' }],
  });
  return fetch(`${server.url}/v1/messages`, { method: 'POST', body });
}

it('listens on loopback, answers by the policy of the moment, and logs every request with its order', async () => {
  const logFile = join(folder, 'log.ndjson');
  server = await startModelServer({ policy: (request) => ({ text: `n${request.nth}` }), logFile });
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const first = (await (await ask('one')).json()) as { content: { text: string }[] };
  server.setPolicy((request, earlier) => ({ text: `${request.index} after ${earlier.length}` }));
  const second = (await (await ask('two')).json()) as { content: { text: string }[] };
  expect([first.content[0]?.text, second.content[0]?.text]).toEqual(['n0', '1 after 1']);
  await fetch(`${server.url}/api/hello`, { method: 'HEAD' });
  expect(server.others).toEqual(['HEAD /api/hello']);
  expect(server.log.map((entry) => entry.messages[0]?.parts)).toEqual([
    [{ type: 'text', text: 'one' }],
    [{ type: 'text', text: 'two' }],
  ]);
  expect(readFileSync(logFile, 'utf8').trim().split('\n')).toHaveLength(2);
});

it('keeps a fault of the policy, so that no test passes on a script that broke', async () => {
  server = await startModelServer({
    policy: () => {
      throw new Error('broken script');
    },
  });
  expect((await ask('x')).status).toBe(200);
  expect(server.faults[0]).toContain('broken script');
});
