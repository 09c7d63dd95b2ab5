import { chmodSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { clients } from '../../harness/clients.ts';
import { clientCache, fetchClient } from '../../harness/fetch-client.ts';
import { removeFolder } from '../../harness/remove-folder.ts';

const cache = mkdtempSync(join(tmpdir(), 'holdfast-test-'));
afterAll(() => removeFolder(cache));

it('keeps clients where the person says, else in the cache folder, and never in the project', () => {
  expect(clientCache({ HOLDFAST_CLIENT_CACHE: '/c' })).toBe('/c');
  expect(clientCache({ XDG_CACHE_HOME: '/x' })).toBe('/x/holdfast/clients');
  expect(clientCache({}).startsWith(process.cwd())).toBe(false);
});

it('takes a client that is there, without asking the registry', async () => {
  const { version } = clients['claude-code'];
  const name = '@anthropic-ai/claude-code-linux-x64';
  const home = join(cache, `_anthropic-ai_claude-code-linux-x64-${version}`, 'node_modules', name);
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), JSON.stringify({ version }));
  writeFileSync(join(home, 'claude'), '');
  chmodSync(join(home, 'claude'), 0o755);
  const lines: string[] = [];
  const options = {
    cache,
    platform: 'linux',
    arch: 'x64',
    progress: (line: string) => lines.push(line),
  };
  expect(await fetchClient('claude-code', options)).toEqual({
    path: join(home, 'claude'),
    version,
  });
  expect(lines).toEqual([]);
});

it('names the package and the next step where there is none, and leaves nothing half done', async () => {
  const empty = join(cache, 'empty');
  const options = { cache: empty, platform: 'no such platform', arch: 'x' };
  await expect(fetchClient('claude-code', options)).rejects.toThrow(
    /claude-code-no such platform-x 2\.\d+\.\d+ could not be brought[\s\S]*Next step/,
  );
  expect(readdirSync(empty)).toEqual([]);
});
