import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { editCall, shellDone } from './calls.ts';
import { longPlan, Rig } from './rig.ts';

const mainWords = 'Never push to main.';
const subagentWords = 'Count the sheep in the barn';
const agent = { agent_id: '7', agent_type: 'general-purpose' };

let rig: Rig;
beforeEach(async () => {
  rig = new Rig();
  rig.write('PLAN.md', longPlan);
  rig.setTask('PLAN.md');
  rig.userRow(`Do the plan. ${mainWords}`);
  rig.callRows('toolu_agent', 'Agent', { prompt: subagentWords, run_in_background: true });
  rig.userRow(subagentWords, '7');
  rig.callRows('toolu_sub', 'Bash', { command: 'ls barn' }, { text: 'sheep' }, '7');
  await rig.send('UserPromptSubmit', { prompt: 'Do the plan.', prompt_id: 'p0' });
});
afterEach(() => rig.remove());

/** How many compactions the journal counts for the main session and for the subagent. */
function counted(): { main: number; subagent: number } {
  const armed = rig.journal().filter((entry) => entry.kind === 'armed');
  const main = armed.filter((entry) => entry.agent === undefined).length;
  return { main, subagent: armed.length - main };
}

describe('a subagent that compacts', () => {
  it('without its id in the events leaves the main session alone [case 19]', async () => {
    await rig.send('PreCompact', { trigger: 'auto', custom_instructions: null });
    rig.boundaryRows('S1', 'Sheep.', '7');
    const started = await rig.send('SessionStart', { source: 'compact' });
    expect(started.raw).toBe('');
    expect(counted()).toEqual({ main: 0, subagent: 0 });
    expect(JSON.stringify(rig.journal())).toContain('belongs to a subagent');
    expect((await rig.send('PreToolUse', editCall('toolu_2'))).denied).toBe('');
    const prompt = await rig.send('UserPromptSubmit', { prompt: 'go on', prompt_id: 'p1' });
    expect(prompt.context).not.toContain('COMPACTED');
    expect((await rig.send('Stop', { stop_hook_active: false })).raw).toBe('');
  });

  it('with its id gets a recovery of its own, with its own task and nothing of the main session [case 19]', async () => {
    const started = await rig.compact({ agent: '7' });
    expect(started.context).toContain(subagentWords);
    expect(started.context).not.toContain(mainWords);
    expect(started.context).not.toContain('PLAN.md');
    expect(counted()).toEqual({ main: 0, subagent: 1 });
    expect((await rig.send('PreToolUse', editCall('toolu_2'))).denied).toBe('');
    const prompt = await rig.send('UserPromptSubmit', { prompt: 'go on', prompt_id: 'p1' });
    expect(prompt.context).not.toContain('COMPACTED');
  });

  it('within the same second as the main session makes one record of each [case 19]', async () => {
    await rig.send('PreCompact', { trigger: 'auto' });
    await rig.send('PreCompact', { trigger: 'auto', ...agent });
    rig.boundaryRows('S1', 'Sheep.', '7');
    rig.boundaryRows('B1', 'The plan.');
    const answers = await Promise.all([
      rig.send('SessionStart', { source: 'compact' }),
      rig.send('SessionStart', { source: 'compact', ...agent }),
    ]);
    expect(counted()).toEqual({ main: 1, subagent: 1 });
    expect(answers[0]!.context).toContain(mainWords);
    expect(answers[1]!.context).toContain(subagentWords);
    expect(answers[1]!.context).not.toContain(mainWords);
  });

  it('within the same second and without ids makes one record of the main session [case 19]', async () => {
    await rig.send('PreCompact', { trigger: 'auto' });
    await rig.send('PreCompact', { trigger: 'auto' });
    rig.boundaryRows('S1', 'Sheep.', '7');
    rig.boundaryRows('B1', 'The plan.');
    await rig.send('SessionStart', { source: 'compact' });
    await rig.send('SessionStart', { source: 'compact' });
    await rig.send('PostToolUse', shellDone('toolu_3'));
    expect(counted().main).toBe(1);
  });

  it('is not held back by the main session’s recovery, nor holds the main session back [case 19]', async () => {
    await rig.compact();
    expect((await rig.send('PreToolUse', editCall('toolu_2'))).denied).toContain('PLAN.md');
    expect((await rig.send('PreToolUse', { ...editCall('toolu_3'), ...agent })).denied).toBe('');
  });

  it('the summariser, which looks like a subagent without a type, means nothing [case 82]', async () => {
    await rig.send('PreCompact', { trigger: 'auto' });
    const before = rig.journal();
    const stop = { agent_id: 'sum1', agent_type: '', agent_transcript_path: '/nowhere.jsonl' };
    expect((await rig.send('SubagentStop', stop)).raw).toBe('');
    expect((await rig.send('SubagentStop', { ...stop, agent_type: 'unheard-of' })).raw).toBe('');
    expect(rig.journal()).toEqual(before);
    expect(rig.faults).toBe('');
  });
});
