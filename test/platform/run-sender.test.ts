import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { runSender } from '../../src/platform/run-sender.ts';

it.skipIf(process.platform === 'win32').each([
  [0, { how: 'ok' }],
  [3, { how: 'failed', why: 'it ended with 3: said' }],
])(
  'a tracker that leaves a process behind and ends with %i is told by its own end',
  async (code, result) => {
    const folder = mkdtempSync(join(tmpdir(), 'holdfast-sender-'));
    const script = `sleep 60 & echo $! > pid; echo said; exit ${code}`;
    const began = Date.now();
    expect(await runSender(['sh', '-c', script], folder, 10_000, process.env)).toEqual(result);
    expect(Date.now() - began).toBeLessThan(5_000);
    const left = readFileSync(join(folder, 'pid'), 'utf8').trim();
    expect(spawnSync('kill', [left]).status).toBe(0);
    removeFolder(folder);
  },
);
