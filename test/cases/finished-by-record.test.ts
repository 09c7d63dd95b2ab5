import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { longPlan, Rig } from './rig.ts';

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
const read = (id: string) => ({
  tool_name: 'Read',
  tool_use_id: id,
  tool_input: { file_path: `${rig.project}/PLAN.md` },
});
/** As the client shows a file that was read. */
const shown = (from = 1, to = 1_000) =>
  longPlan
    .split('\n')
    .map((line, at) => `${at + 1}\t${line}`)
    .slice(from - 1, to)
    .join('\n');

/** What the client says and writes of a compaction, with the brief in its transcript. */
async function compacted(): Promise<void> {
  rig.write('PLAN.md', longPlan);
  rig.setTask('PLAN.md');
  await rig.send('SessionStart', { source: 'startup' });
  rig.userRow('Do the plan.');
  const started = await rig.compact();
  rig.boundaryRows('B1');
  rig.injectedRow(started.context);
}

/** A call of the agent: asked about, and with its rows. */
async function reads(id: string, text: string, input = read(id).tool_input): Promise<void> {
  await rig.send('PreToolUse', { ...read(id), tool_input: input });
  rig.callRows(id, 'Read', input, { text });
}

describe('calls that no event tells the end of', () => {
  it('count as read by the transcript at the next call', async () => {
    await compacted();
    expect((await rig.send('PreToolUse', edit('toolu_1'))).denied).toContain('PLAN.md');
    await reads('toolu_2', shown());
    expect((await rig.send('PreToolUse', edit('toolu_3'))).denied).toBe('');
    expect(rig.kinds()).toContain('met');
  });

  it('count part by part, whichever event comes next', async () => {
    await compacted();
    const input = read('').tool_input;
    await reads('toolu_1', shown(1, 60), { ...input, offset: 1, limit: 60 } as typeof input);
    expect((await rig.send('PreToolUse', edit('toolu_2'))).denied).toContain('lines 61-');
    await reads('toolu_3', shown(61), { ...input, offset: 61 } as typeof input);
    rig.answerRow('I have read it.');
    await rig.send('UserPromptSubmit', { prompt: 'Go on.', prompt_id: 'p1' });
    expect((await rig.send('PreToolUse', edit('toolu_4'))).denied).toBe('');
  });

  it('do not continue a turn that read everything in its last call', async () => {
    await compacted();
    await reads('toolu_1', shown());
    rig.answerRow('I have read it.');
    const end = await rig.send('Stop', { last_assistant_message: 'I have read it.' });
    expect(end.context).not.toContain('still unread');
    expect(rig.kinds()).toContain('met');
  });

  it('are waited for where the transcript comes a moment later than the question', async () => {
    await compacted();
    await rig.send('PreToolUse', read('toolu_1'));
    const later = setTimeout(() => {
      rig.callRows('toolu_1', 'Read', read('').tool_input, { text: shown() });
      rig.callRows('toolu_2', 'Edit', edit('').tool_input);
    }, 120);
    const asked = await rig.send('PreToolUse', edit('toolu_2'));
    clearTimeout(later);
    expect(asked.denied).toBe('');
  });

  it('prove nothing where they failed, belong to turns before the compaction, or show another file', async () => {
    rig.write('PLAN.md', longPlan);
    rig.setTask('PLAN.md');
    await rig.send('SessionStart', { source: 'startup' });
    rig.userRow('Do the plan.');
    rig.callRows('toolu_0', 'Read', read('').tool_input, { text: shown() });
    const started = await rig.compact();
    rig.callRows('toolu_late', 'Read', read('').tool_input, { text: shown() });
    rig.boundaryRows('B1');
    rig.injectedRow(started.context);
    rig.callRows('toolu_1', 'Read', read('').tool_input, { text: shown(), failed: true });
    rig.callRows('toolu_2', 'Read', { file_path: '/other/PLAN.md' }, { text: shown() });
    expect((await rig.send('PreToolUse', edit('toolu_3'))).denied).toContain('PLAN.md');
  });

  it('are told once by events where the client sends these after all', async () => {
    await compacted();
    await rig.send('PostToolUse', {
      ...read('toolu_1'),
      tool_response: {
        type: 'text',
        file: { filePath: `${rig.project}/PLAN.md`, content: longPlan, startLine: 1 },
      },
    });
    const counted = rig.kinds().filter((kind) => kind === 'call').length;
    rig.callRows('toolu_1', 'Read', read('').tool_input, { text: shown() });
    await rig.send('PreToolUse', edit('toolu_2'));
    expect(rig.kinds().filter((kind) => kind === 'call')).toHaveLength(counted);
  });

  it('count by the transcript again once the client sends no such events any more', async () => {
    await compacted();
    const listed = { tool_name: 'Bash', tool_use_id: 'toolu_1', tool_input: { command: 'ls' } };
    await rig.send('PostToolUse', { ...listed, tool_response: { stdout: 'PLAN.md' } });
    rig.callRows('toolu_1', 'Bash', { command: 'ls' }, { text: 'PLAN.md' });
    await reads('toolu_2', shown());
    expect((await rig.send('PreToolUse', edit('toolu_3'))).denied).toBe('');
  });

  it('hold back once and no more where there is no transcript to show what was read', async () => {
    await compacted();
    rmSync(rig.transcript);
    expect((await rig.send('PreToolUse', edit('toolu_1'))).denied).toContain('PLAN.md');
    expect((await rig.send('PreToolUse', edit('toolu_2'))).denied).toBe('');
    expect(rig.kinds()).toContain('released');
  });

  it('leave nothing behind in a session in which nothing is open', async () => {
    await rig.send('SessionStart', { source: 'startup' });
    rig.userRow('Look around.');
    rig.callRows('toolu_1', 'Bash', { command: 'ls' }, { text: 'x' });
    await rig.send('PreToolUse', edit('toolu_2'));
    const folder = join(rig.state, 'sessions', 'claude-code', rig.session);
    expect(existsSync(join(folder, 'finished.json'))).toBe(false);
    expect(rig.faults).toBe('');
  });

  it('count for the recovery that they came after, and not for the next, where the boundary is written late', async () => {
    await compacted();
    await reads('toolu_1', shown());
    expect((await rig.send('PreToolUse', edit('toolu_2'))).denied).toBe('');
    expect(rig.kinds().filter((kind) => kind === 'met')).toHaveLength(1);
    // Nothing waits for these: no event looks at them until the next compaction.
    for (let at = 0; at < 12; at += 1)
      rig.callRows(`toolu_b${at}`, 'Read', read('').tool_input, { text: shown() });
    await rig.compact();
    expect((await rig.send('PreToolUse', edit('toolu_3'))).denied).toContain('PLAN.md');
    expect(rig.kinds().filter((kind) => kind === 'met')).toHaveLength(1);
  });
});
