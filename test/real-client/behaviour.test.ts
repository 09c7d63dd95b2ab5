import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scriptedAgent } from '../../bench/behaviour/scripted.ts';
import { clientCache } from '../../harness/fetch-client.ts';
import { startModelServer } from '../../harness/model-server.ts';
import { removeFolder } from '../../harness/remove-folder.ts';
import { bringClient } from './client.ts';

const client = await bringClient();
const top = join(import.meta.dirname, '..', '..');
let temporary: string;

beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), 'holdfast-behaviour-test-'));
});
afterEach(() => removeFolder(temporary));

/** Runs the bench with an environment of its own; what it prints, and how it ends. */
function bench(
  words: string[],
  env: Record<string, string>,
): Promise<{ code: number | null; text: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'bench/behaviour/run.ts', ...words], {
    cwd: top,
    env: {
      PATH: process.env.PATH,
      HOME: temporary,
      TMPDIR: temporary,
      HOLDFAST_CLIENT_CACHE: clientCache(),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stdout?.on('data', (chunk) => (text += chunk));
  child.stderr?.on('data', (chunk) => (text += chunk));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, text })));
}

const named = {
  HOLDFAST_BENCH_MODEL: 'claude-opus-5-5',
  HOLDFAST_BENCH_KEY: 'sk-ant-dummy-behaviour',
  HOLDFAST_BENCH_PRICE: '3,15',
};

describe.skipIf(!client)('the behaviour bench', () => {
  it('says what it needs without a model, and spends nothing without --yes', async () => {
    const without = await bench([], {});
    expect([without.code, without.text]).toEqual([
      2,
      expect.stringContaining('HOLDFAST_BENCH_KEY'),
    ]);
    const server = await startModelServer({ policy: scriptedAgent });
    try {
      const asked = await bench([], { ...named, HOLDFAST_BENCH_URL: server.url });
      expect([asked.code, asked.text]).toEqual([0, expect.stringContaining('Nothing was sent')]);
      expect(asked.text).toContain('about $29.25');
      expect([server.log, server.others]).toEqual([[], []]);
    } finally {
      await server.close();
    }
  });

  it('drives the client with the model, key and address that the environment names, and compares both arms', async () => {
    const server = await startModelServer({ policy: scriptedAgent });
    try {
      const env = { ...named, HOLDFAST_BENCH_URL: server.url };
      const { code, text } = await bench(['--yes', '--runs', '1', '--most', '50'], env);
      expect([code, server.faults], text).toEqual([0, []]);
      expect(text).toContain(
        '| broke a rule of the user | 1 of 1 (21 to 100 %) | 0 of 1 (0 to 79 %) |',
      );
      expect(text).toContain('| finished the plan | 0 of 1 (0 to 79 %) | 1 of 1 (21 to 100 %) |');
      expect(text).not.toContain(named.HOLDFAST_BENCH_KEY);
      expect(server.log.filter(({ kind }) => kind === 'summary')).toHaveLength(2);
    } finally {
      await server.close();
    }
    expect(readdirSync(temporary).filter((name) => name.startsWith('holdfast-'))).toEqual([]);
  });
});
