import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { openRunStore } from '../../src/journal/run-store.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-runs-'));
});
afterEach(() => removeFolder(folder));

const started = {
  v: 1,
  time: '2030-01-01T00:00:00.000Z',
  kind: 'started',
  run: 'abcd1234',
  workflow: 'w',
  definitions: { w: { id: 'w', title: 'W', parameters: [], steps: [] } },
  source: 'own',
  parameters: {},
  project: '/code/p',
  opened: [],
  places: {},
};
const asked = { v: 1, time: started.time, kind: 'asked', state: 0, step: 's', missing: ['s x'] };

it('a log that another process writes to is read at any moment', async () => {
  const path = join(folder, 'workflows', started.run, 'log.ndjson');
  mkdirSync(join(folder, 'workflows', started.run), { recursive: true });
  writeFileSync(path, `${JSON.stringify(started)}\n`);
  const writes = `const { appendFileSync } = require('node:fs');
    const until = Date.now() + 1500;
    while (Date.now() < until) appendFileSync(process.argv[1], process.argv[2]);`;
  const writer = spawn(process.execPath, ['-e', writes, path, `${JSON.stringify(asked)}\n`]);
  const ended = new Promise((resolve) => writer.on('exit', resolve));
  const over = ended.then(() => 'over');
  const runs = openRunStore({
    stateFolder: folder,
    redact: () => [],
    exclusively: (_name, work) => work(),
  });
  let least = 0;
  while ((await Promise.race([over, new Promise((go) => setImmediate(go))])) !== 'over') {
    const count = runs.load(started.run)?.state.asked['s x'] ?? 0;
    expect(count).toBeGreaterThanOrEqual(least);
    least = count;
  }
  expect(least).toBeGreaterThan(10);
});
