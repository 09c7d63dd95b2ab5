import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { HelperProcess } from '../../src/platform/helper-process.ts';

let folder: string;
let helper: HelperProcess;
const args = () => [join(folder, 'helper.mjs')];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-helper-'));
  writeFileSync(
    join(folder, 'helper.mjs'),
    `process.on('message', ({ id, message }) => {
      if (message.break) process.exit(1);
      setTimeout(() => process.send({ id, answer: process.pid }), message.ms);
    });
    process.on('disconnect', () => setTimeout(() => process.exit(), 300));`,
  );
});
afterEach(() => {
  helper.end();
  removeFolder(folder);
});

const make = (cwd: string, idleMs = 100): HelperProcess => {
  helper = new HelperProcess(args(), { cwd, env: process.env }, { answerMs: 10_000, idleMs });
  return helper;
};

describe('a process that answers messages', () => {
  it('answers also while the one before it, which nobody asked any more, is still ending', async () => {
    make(folder);
    const first = await helper.ask({ ms: 0 });
    // The first one was let go, and ends while the second one works.
    await new Promise((wait) => setTimeout(wait, 200));
    expect(await helper.ask({ ms: 600 })).toEqual(expect.any(Number));
    expect(await helper.ask({ ms: 0 })).not.toBe(first);
  });

  it('rejects what it was asked when it ends before it answers, and is started anew', async () => {
    make(folder);
    await expect(helper.ask({ break: true })).rejects.toThrow('ended before it answered');
    expect(await helper.ask({ ms: 0 })).toEqual(expect.any(Number));
  });

  it('rejects where it cannot be started, as often as it is asked', async () => {
    make(join(folder, 'gone'));
    await expect(helper.ask({ ms: 0 })).rejects.toThrow();
    await expect(helper.ask({ ms: 0 })).rejects.toThrow();
  });
});
