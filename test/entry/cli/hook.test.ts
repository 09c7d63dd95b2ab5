import { existsSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { addHook } from '../../../src/entry/cli/hook.ts';
import { type Bench, makeBench } from './bench.ts';

let bench: Bench;
afterEach(() => bench.remove());

describe('the hook command by hand', () => {
  it.each(['nope', 'claude-code'])('%s at a terminal is told what is wrong', async (host) => {
    bench = makeBench(true);
    await expect(bench.run(addHook, 'hook', host)).rejects.toMatchObject({ code: 'usage' });
    expect(existsSync(bench.state)).toBe(false);
  });

  it('of an unknown host says and records nothing where no terminal is', async () => {
    bench = makeBench(undefined);
    expect(await bench.run(addHook, 'hook', 'nope')).toEqual({ text: '' });
    expect(existsSync(bench.state)).toBe(false);
  });
});
