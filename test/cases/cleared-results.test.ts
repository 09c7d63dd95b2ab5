import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { longPlan, Rig, readPayload } from './rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

const edit = (id: string) => ({
  tool_name: 'Edit',
  tool_use_id: id,
  tool_input: { file_path: '/x', old_string: 'a', new_string: 'b' },
});
const plan = () => `${rig.project}/PLAN.md`;
const read = (id: string, ...range: [{ start: number; end: number }?]) =>
  rig.send('PostToolUse', { ...readPayload(plan(), longPlan, ...range), tool_use_id: id });

/** The row by which the client tells that it cleared old results, as 2.1.20 writes it. */
const clear = (...ids: string[]) =>
  rig.row({
    type: 'system',
    subtype: 'microcompact_boundary',
    content: 'Context microcompacted',
    isMeta: false,
    level: 'info',
    microcompactMetadata: {
      trigger: 'auto',
      preTokens: 90_000,
      tokensSaved: 50_000,
      compactedToolIds: ids,
      clearedAttachmentUUIDs: [],
    },
  });

/** A compaction whose brief arrived, with a plan that it had no room for. */
async function compacted(): Promise<void> {
  rig.write('PLAN.md', longPlan);
  rig.setTask('PLAN.md');
  await rig.send('SessionStart', { source: 'startup' });
  rig.userRow('Do the plan.');
  rig.callRows('toolu_1', 'Bash', { command: 'npm test' }, { text: 'ok' });
  const started = await rig.compact();
  rig.boundaryRows('B1');
  rig.injectedRow(started.context);
}

describe('[R37] a plan whose text the client cleared from the context', () => {
  it('counts as unread again while the recovery is open, and once it was read again as read', async () => {
    await compacted();
    await read('toolu_2', { start: 1, end: 60 });
    clear('toolu_2');
    await read('toolu_3', { start: 61, end: 130 });
    expect((await rig.send('PreToolUse', edit('toolu_4'))).denied).toContain('lines 1-60');
    await read('toolu_5', { start: 1, end: 60 });
    expect((await rig.send('PreToolUse', edit('toolu_6'))).raw).toBe('');
  });

  it('opens a recovery again that had ended by its reading, at the next prompt', async () => {
    await compacted();
    await read('toolu_2');
    expect(rig.kinds().at(-1)).toBe('met');
    clear('toolu_0', 'toolu_2');
    await rig.send('UserPromptSubmit', { prompt: 'go on', prompt_id: 'p1' });
    expect(rig.kinds()).toContain('cleared');
    const { denied } = await rig.send('PreToolUse', edit('toolu_3'));
    expect(denied).toContain(`Read ${plan()}`);
    await read('toolu_4');
    expect((await rig.send('PreToolUse', edit('toolu_5'))).raw).toBe('');
    await rig.send('UserPromptSubmit', { prompt: 'and on', prompt_id: 'p2' });
    expect(rig.kinds().filter((kind) => kind === 'cleared')).toHaveLength(1);
  });

  it('is asked for at the next call that changes something, in its own words', async () => {
    await compacted();
    await read('toolu_2');
    clear('toolu_2');
    const { denied } = await rig.send('PreToolUse', edit('toolu_3'));
    expect(denied).toContain('the client cleared what you had read of this file from the context');
    expect(denied).toContain(`Read ${plan()}`);
    expect(denied).not.toMatch(/compacted/i);
  });

  it('is named at the next prompt in its own words, and no longer once it was read', async () => {
    await compacted();
    await read('toolu_2');
    await rig.send('UserPromptSubmit', { prompt: 'go on', prompt_id: 'p0' });
    clear('toolu_2');
    const { context } = await rig.send('UserPromptSubmit', { prompt: 'go on', prompt_id: 'p1' });
    expect(context).toContain(`cleared what you had read of ${plan()} from the context`);
    expect(context).not.toMatch(/COMPACTED/);
    await read('toolu_4');
    const after = await rig.send('UserPromptSubmit', { prompt: 'and on', prompt_id: 'p2' });
    expect(after.context).not.toContain('cleared');
  });

  it('continues no turn that ends behind it', async () => {
    await compacted();
    await read('toolu_2');
    clear('toolu_2');
    rig.answerRow('All done.');
    expect((await rig.send('Stop', { last_assistant_message: 'All done.' })).raw).toBe('');
    expect(rig.kinds()).toContain('cleared');
  });

  it('is not asked for where other results were cleared', async () => {
    await compacted();
    await read('toolu_2');
    clear('toolu_1', 'toolu_9');
    await rig.send('UserPromptSubmit', { prompt: 'go on', prompt_id: 'p1' });
    expect(rig.kinds()).not.toContain('cleared');
    expect((await rig.send('PreToolUse', edit('toolu_3'))).raw).toBe('');
  });

  it('is asked for three times and not a fourth, however often the client clears it', async () => {
    await compacted();
    const asked: boolean[] = [];
    for (const round of [1, 2, 3, 4]) {
      await read(`toolu_r${round}`);
      clear(`toolu_r${round}`);
      await rig.send('UserPromptSubmit', { prompt: 'go on', prompt_id: `p${round}` });
      asked.push((await rig.send('PreToolUse', edit(`toolu_e${round}`))).denied !== '');
    }
    expect(asked).toEqual([true, true, true, false]);
  });
});
