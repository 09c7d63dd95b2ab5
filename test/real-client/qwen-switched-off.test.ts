import { describe, expect, it } from 'vitest';
import { qwenDriver } from '../../harness/drivers/qwen.ts';
import { holdfast } from '../../harness/holdfast.ts';
import { bringClient } from './client.ts';
import { openWorkplace } from './product.ts';

const client = await bringClient('qwen');

describe.skipIf(!client)('a repository with variables for Qwen Code', () => {
  it.each([
    ['.qwen/settings.json', '{"$version":4,"env":{"HOLDFAST_DISABLE":"1"}}'],
    ['.qwen/.env', 'HOLDFAST_DISABLE=1\n'],
    ['.env', 'HOLDFAST_DISABLE=1\n'],
  ])('switches Holdfast off by %s, and doctor names the file', async (name, text) => {
    const work = await openWorkplace(client!, {
      plan: '',
      policy: () => () => ({ text: 'The end.' }),
      driver: qwenDriver,
    });
    const before = await work.run('Hello.');
    expect(work.journal(before.sessionId)).toContain('session');
    const file = work.sandbox.write(name, text);
    const after = await work.run('Hello.');
    expect([after.exitCode, work.journal(after.sessionId)]).toEqual([0, []]);
    expect(() => holdfast(work.sandbox, 'doctor')).toThrow(`${file} sets HOLDFAST_DISABLE`);
  });
});
