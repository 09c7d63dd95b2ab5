import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { addTask } from '../../../src/entry/cli/task.ts';
import { type Bench, makeBench } from './bench.ts';

let bench: Bench;
afterEach(() => bench.remove());

const set = (path: string) => bench.run(addTask, 'task', 'set', path);

describe('the task that a person sets', () => {
  it('is no folder, nothing longer than 2 MB, no binary file, and none that is not there', async () => {
    bench = makeBench(true);
    mkdirSync(join(bench.project, 'plans'));
    writeFileSync(join(bench.project, 'long.md'), 'x'.repeat(2 * 1024 * 1024 + 1));
    writeFileSync(join(bench.project, 'tool'), 'a\0b');
    for (const [path, message] of [
      ['plans', /plans is a folder, not a file\.$/],
      ['long.md', /long\.md has 2\.1 MB; a task has 2 MB at most\.$/],
      ['tool', /tool is no text/],
      ['gone.md', /There is no file .*gone\.md\.$/],
      ['', /The path is empty/],
    ] as const) {
      await expect(set(path)).rejects.toThrow(message);
    }
    expect((await bench.run(addTask, 'task', 'show')).text).toMatch(
      /No task is set.*\n.*holdfast show/,
    );
  });

  it('lies in the project, or is a Markdown or text file elsewhere, links resolved', async () => {
    bench = makeBench(true);
    for (const name of ['plan.md', 'plan.txt', 'key.pem', 'noending']) {
      writeFileSync(join(bench.folder, name), '# Text\n');
    }
    symlinkSync(join(bench.folder, 'key.pem'), join(bench.project, 'link.md'));
    writeFileSync(join(bench.project, 'TASK'), '# Text\n');
    for (const path of ['../key.pem', '../noending', 'link.md']) {
      await expect(set(path)).rejects.toThrow(/outside the project|leads out of the project/);
    }
    for (const path of ['../plan.md', '../plan.txt', 'TASK']) {
      expect((await set(path)).text).toContain('The task of');
    }
  });

  it('that is missing later is a failure with the next step', async () => {
    bench = makeBench(true);
    const path = join(bench.project, 'PLAN.md');
    writeFileSync(path, '# Plan\n');
    await set('PLAN.md');
    expect((await bench.run(addTask, 'task', 'show')).failed).toBeFalsy();
    rmSync(path);
    const { text, failed } = await bench.run(addTask, 'task', 'show');
    expect(failed).toBe(true);
    expect(text).toContain('holdfast task set FILE');
  });
});
