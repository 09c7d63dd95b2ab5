import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { HelperPool } from '../../src/platform/helper-pool.ts';
import { HelperProcess } from '../../src/platform/helper-process.ts';

/** Answers with its own number, after a while where it is told so; blocks its thread for good; goes on behind its answer. */
const program = `import { answerMessages } from '${join(import.meta.dirname, '../../src/platform/helper-process.ts')}';
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
await answerMessages(async ({ ms = 0, block, afterMs }, afterwards) => {
  if (block) for (;;);
  if (afterMs) afterwards(() => wait(afterMs));
  await wait(ms);
  return process.pid;
});`;

let folder: string;
let pool: HelperPool;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-pool-'));
  writeFileSync(join(folder, 'helper.mts'), program);
  const loader = join(import.meta.dirname, '../../node_modules/tsx/dist/loader.mjs');
  const args = ['--import', loader, join(folder, 'helper.mts')];
  const place = { cwd: folder, env: process.env };
  const limits = { answerMs: 60_000, idleMs: 60_000 };
  pool = new HelperPool(() => new HelperProcess(args, place, limits), { most: 2 });
});
afterEach(() => {
  pool.end();
  removeFolder(folder);
});

const ask = (message: object, key?: string, answerMs = 60_000, workMs = 60_000) =>
  pool.ask(message, { ...(key !== undefined && { key }), answerMs, workMs });

describe('processes that do one piece of work each', () => {
  it('do work of one key one after the other, and of others beside it', async () => {
    const order: string[] = [];
    const note = (name: string, work: Promise<unknown>) =>
      work.then((pid) => {
        order.push(name);
        return pid;
      });
    const [, second, other] = await Promise.all([
      note('first', ask({ ms: 1_500 }, 'one')),
      note('second', ask({}, 'one')),
      note('other', ask({}, 'two')),
    ]);
    expect(order).toEqual(['other', 'first', 'second']);
    expect([second, other]).toEqual([expect.any(Number), expect.any(Number)]);
  });

  it('are killed when their thread is blocked, and replaced', async () => {
    const pid = await ask({});
    await expect(ask({ block: true }, 'one', 60_000, 500)).rejects.toMatchObject({ why: 'ended' });
    const next = await ask({}, 'one');
    expect(next).not.toBe(pid);
  });

  it('do not begin what nobody waits for any more', async () => {
    await ask({});
    const first = ask({ block: true }, 'one', 200, 1_500);
    const second = ask({ block: true }, 'one', 200, 60_000);
    await expect(first).rejects.toMatchObject({ why: 'late' });
    await expect(second).rejects.toMatchObject({ why: 'late' });
    expect(await ask({}, 'one')).toEqual(expect.any(Number));
  });

  it('are not asked again until what goes on behind an answer is over', async () => {
    const pids = [await ask({ afterMs: 1_500 }), await ask({}), await ask({})];
    expect(pids[1]).not.toBe(pids[0]);
    expect(pids[2]).toBe(pids[1]);
  });

  it('answer nothing once the pool has ended', async () => {
    const waiting = ask({ block: true });
    pool.end();
    await expect(waiting).rejects.toMatchObject({ why: 'ended' });
    await expect(ask({})).rejects.toMatchObject({ why: 'ended' });
  });
});
