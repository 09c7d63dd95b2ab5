import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { edit } from './kit.ts';
import { longPlan, Rig, readPayload } from './rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

async function gated(): Promise<string> {
  const plan = rig.write('PLAN.md', longPlan);
  rig.setTask('PLAN.md');
  rig.userRow('Do the plan.');
  rig.callRows('toolu_1', 'Bash', { command: 'npm test' }, { text: 'ok' });
  await rig.compact();
  return plan;
}

describe('[case 35] calls that failed or never told how they ended', () => {
  it('are failed by the record alone, and in the brief as open', async () => {
    rig.userRow('Do it.');
    rig.callRows(
      'toolu_1',
      'Bash',
      { command: 'make site' },
      { text: 'Exit code 2\nno rule to make', failed: true },
    );
    rig.callRows(
      'toolu_2',
      'Edit',
      { file_path: '/x/a.ts' },
      { text: 'String to replace not found', failed: true },
    );
    const { context } = await rig.compact();
    expect(context).toMatch(/error: make site/);
    expect(context).toMatch(/edit of \/x\/a\.ts/);
    expect(context).not.toMatch(/a\.ts \(modified\)/);
  });

  it('without any result are unknown: neither a change nor a passed test', async () => {
    rig.userRow('Do it.');
    rig.callRows('toolu_1', 'Edit', { file_path: '/x/a.ts' });
    rig.callRows('toolu_2', 'Bash', { command: 'npm test' });
    const { context } = await rig.compact();
    expect(context).not.toMatch(/a\.ts \(modified\)/);
    expect(context).not.toMatch(/npm test → ok/);
    expect(context).toContain('Do it.');
  });

  it('never count as a reading, whatever text they carry', async () => {
    const plan = await gated();
    const { tool_response: _, ...call } = readPayload(plan, longPlan);
    await rig.send('PostToolUseFailure', { ...call, error: longPlan, is_interrupt: true });
    await rig.send('PostToolUseFailure', { ...call, tool_use_id: 'toolu_r2', error: longPlan });
    expect((await rig.send('PreToolUse', edit('toolu_3'))).denied).toContain(plan);
  });

  it('are paired by their id: a result before its request, or twice, counts once and the same', async () => {
    const plan = await gated();
    const read = readPayload(plan, longPlan);
    await rig.send('PostToolUse', read);
    await rig.send('PostToolUse', read);
    await rig.send('PreToolUse', { ...read, tool_response: undefined });
    expect((await rig.send('PreToolUse', edit('toolu_3'))).raw).toBe('');
    const calls = rig.journal().filter((entry) => entry.kind === 'call');
    const reads = rig.journal().filter((entry) => entry.kind === 'read');
    expect(new Set(calls.map((entry) => (entry as { id: string }).id)).size).toBe(1);
    expect(reads).toHaveLength(1);
  });

  it('are the same whether their result stands before or behind other calls in the record', async () => {
    const result = (id: string, text: string, failed: boolean) =>
      rig.row({
        type: 'user',
        message: {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: id, content: text, is_error: failed }],
        },
      });
    rig.userRow('Do both.');
    rig.callRows('toolu_a', 'Bash', { command: 'make one' });
    rig.callRows('toolu_b', 'Bash', { command: 'make two' });
    result('toolu_b', 'Exit code 1\ntwo broke', true);
    result('toolu_a', 'one is fine', false);
    const { context } = await rig.compact();
    expect(context).toMatch(/error: make two/);
    expect(context).not.toMatch(/error: make one/);
  });
});
