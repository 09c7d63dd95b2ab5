import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { editCall, shellDone } from './calls.ts';
import { longPlan, Rig } from './rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
  rig.write('PLAN.md', longPlan);
  rig.setTask('PLAN.md');
  rig.userRow('Do the plan. Never push to main.');
  rig.callRows('toolu_1', 'Bash', { command: 'npm test' }, { text: 'ok' });
});
afterEach(() => rig.remove());

const announce = () => rig.send('PreCompact', { trigger: 'auto', custom_instructions: null });
const armed = () => rig.kinds().filter((kind) => kind === 'armed').length;

async function workGoesOn(id: string): Promise<void> {
  rig.callRows(id, 'Bash', { command: 'ls' }, { text: 'x' });
  expect((await rig.send('PreToolUse', editCall(`${id}-edit`))).raw).toBe('');
  expect((await rig.send('PostToolUse', shellDone(id))).raw).toBe('');
  const prompt = await rig.send('UserPromptSubmit', { prompt: 'go on', prompt_id: id });
  expect(prompt.context).not.toContain('COMPACTED');
  expect(prompt.context).not.toContain('replaced by a summary');
  expect((await rig.send('Stop', { stop_hook_active: false })).raw).toBe('');
}

describe('a compaction that was announced and did not happen', () => {
  it('says nothing, gates nothing and is no compaction; the next one that happens counts once [case 32]', async () => {
    await announce();
    await workGoesOn('toolu_2');
    expect(armed()).toBe(0);
    expect(rig.watched).toBe(false);
    await announce();
    rig.boundaryRows('B1');
    const started = await rig.send('SessionStart', { source: 'compact' });
    await rig.send('PostCompact', { trigger: 'auto', compact_summary: '<summary>x</summary>' });
    await rig.send('PostToolUse', shellDone('toolu_3'));
    expect(started.context).toContain('Never push to main.');
    expect(armed()).toBe(1);
    const boundaries = rig
      .journal()
      .flatMap((entry) => ('boundary' in entry ? [entry.boundary] : []));
    expect(boundaries).toEqual(['B1']);
    rig.answerRow('I go on.');
    rig.callRows('toolu_4', 'Bash', { command: 'ls' }, { text: 'x' });
    rig.boundaryRows('B2');
    await rig.send('PostToolUse', shellDone('toolu_5'));
    expect(armed()).toBe(2);
  });

  it('three times, then one that happens, makes one record [case 32]', async () => {
    for (let time = 0; time < 3; time += 1) await announce();
    rig.boundaryRows('B1');
    await rig.send('SessionStart', { source: 'compact' });
    await rig.send('PostCompact', { trigger: 'auto', compact_summary: '<summary>x</summary>' });
    await rig.send('UserPromptSubmit', { prompt: 'go on', prompt_id: 'p1' });
    await rig.send('PostToolUse', shellDone('toolu_3'));
    expect(armed()).toBe(1);
  });

  it('whose success is told twice makes one record and one brief [case 32]', async () => {
    await announce();
    const answers = [];
    for (let time = 0; time < 2; time += 1) {
      answers.push(await rig.send('SessionStart', { source: 'compact' }));
      answers.push(await rig.send('PostCompact', { trigger: 'auto', compact_summary: 'x' }));
    }
    rig.boundaryRows('B1');
    answers.push(await rig.send('PostToolUse', shellDone('toolu_3')));
    expect(answers.filter((answer) => answer.context.includes('Never push'))).toHaveLength(1);
    expect(armed()).toBe(1);
  });

  it.each([
    ['the session ends', 'SessionEnd', { reason: 'other' }],
    ['the session starts again', 'SessionStart', { source: 'resume' }],
  ])('is forgotten when %s [case 32]', async (_, event, fields) => {
    const { foldEntries } = await import('../../src/core/recovery/session-state.ts');
    await announce();
    expect(foldEntries(rig.journal()).agents['']?.expected).toBeDefined();
    await rig.send(event, fields);
    expect(foldEntries(rig.journal()).agents['']?.expected).toBeUndefined();
    await workGoesOn('toolu_2');
    expect(armed()).toBe(0);
  });

  it('is no longer expected once one has happened [case 32]', async () => {
    const { foldEntries } = await import('../../src/core/recovery/session-state.ts');
    await announce();
    await rig.send('SessionStart', { source: 'compact' });
    expect(foldEntries(rig.journal()).agents['']?.expected).toBeUndefined();
  });
});
