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

async function workUntilCompaction(plan = longPlan): Promise<void> {
  rig.write('PLAN.md', plan);
  rig.setTask('PLAN.md');
  await rig.send('SessionStart', { source: 'startup' });
  rig.userRow('Do the plan. Never push to main.');
  rig.callRows('toolu_1', 'Bash', { command: 'npm test' }, { text: 'ok' });
}

describe('one compaction, from armed to met', () => {
  it('[R5] denies changes until the plan was read whole, and passes them from then on', async () => {
    await workUntilCompaction();
    const started = await rig.compact();
    expect(started.context).toContain('Never push to main.');
    const first = await rig.send('PreToolUse', edit('toolu_2'));
    expect(first.denied).toContain(`Read ${rig.project}/PLAN.md`);
    const reading = await rig.send('PreToolUse', {
      tool_name: 'Read',
      tool_use_id: 'toolu_3',
      tool_input: { file_path: `${rig.project}/PLAN.md` },
    });
    expect(reading.raw).toBe('');
    await rig.send('PostToolUse', readPayload(`${rig.project}/PLAN.md`, longPlan));
    expect((await rig.send('PreToolUse', edit('toolu_4'))).raw).toBe('');
  });

  it('[R5] does not hold back what was delivered inline', async () => {
    await workUntilCompaction('# Plan\n- [ ] one\n');
    const started = await rig.compact();
    expect(started.context).toContain('- [ ] one');
    expect((await rig.send('PreToolUse', edit('toolu_2'))).raw).toBe('');
  });

  it('does not count a part of a file, nor another copy, and says which lines are left', async () => {
    await workUntilCompaction();
    const copy = rig.write('old/PLAN.md', longPlan);
    await rig.compact();
    await rig.send('PostToolUse', readPayload(copy, longPlan));
    await rig.send(
      'PostToolUse',
      readPayload(`${rig.project}/PLAN.md`, longPlan, { start: 1, end: 20 }),
    );
    expect((await rig.send('PreToolUse', edit('toolu_2'))).denied).toContain('lines 21-126');
    await rig.send(
      'PostToolUse',
      readPayload(`${rig.project}/PLAN.md`, longPlan, { start: 21, end: 130 }),
    );
    expect((await rig.send('PreToolUse', edit('toolu_3'))).raw).toBe('');
  });

  it('asks for tool calls for the guard alone when the recovery is over', async () => {
    await workUntilCompaction();
    expect(rig.watched).toBe(false);
    const started = await rig.compact();
    expect(rig.watched).toBe(true);
    rig.boundaryRows('B1');
    rig.injectedRow(started.context);
    await rig.send('PostToolUse', readPayload(`${rig.project}/PLAN.md`, longPlan));
    expect(rig.kinds()).toContain('met');
    expect(rig.watchedFor).toEqual(['active guard (main session)']);
  });

  it('[R6] continues an interrupted turn once, and lets the repeated end pass', async () => {
    await workUntilCompaction();
    await rig.compact();
    const end = await rig.send('Stop', {
      stop_hook_active: false,
      last_assistant_message: 'All done.',
    });
    expect(end.context).toContain('Holdfast c1-');
    const again = await rig.send('Stop', {
      stop_hook_active: false,
      last_assistant_message: 'Really done.',
    });
    expect([again.context, again.denied]).toEqual(['', '']);
    expect(JSON.parse(again.raw)).toEqual({ systemMessage: expect.any(String) });
  });

  it('[R26] precedes the first prompt with the warning, in two lines when the brief is there', async () => {
    await workUntilCompaction();
    const started = await rig.compact();
    rig.boundaryRows('B1');
    rig.injectedRow(started.context);
    const prompt = await rig.send('UserPromptSubmit', { prompt: 'go on', prompt_id: 'p1' });
    expect(prompt.context).toContain('CONTEXT WAS COMPACTED');
    expect(prompt.context).not.toContain('git diff --stat');
    const next = await rig.send('UserPromptSubmit', { prompt: 'and now', prompt_id: 'p2' });
    expect(next.context).not.toContain('COMPACTED');
  });
});
