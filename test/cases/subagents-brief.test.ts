import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bash, edit, tree } from './kit.ts';
import { longPlan, Rig, readPayload } from './rig.ts';
import { ticketText } from './tickets.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

const agent = 'a1b2c3';
const own = { agent_id: agent, agent_type: 'general-purpose' };
const mainRule = 'Never tell the subagent of the secret main rule.';
const prompt = 'You are a worker. Sharpen the blade. Never use the old file.';

async function mainAndSubagent(): Promise<void> {
  rig.write('PLAN.md', longPlan);
  rig.setTask('PLAN.md');
  await rig.send('SessionStart', { source: 'startup' });
  rig.userRow(mainRule);
  rig.callRows('toolu_agent', 'Agent', { prompt, subagent_type: 'general-purpose' });
  rig.userRow(prompt, agent);
  rig.callRows('toolu_s1', 'Edit', { file_path: '/x/blade.ts' }, { text: 'updated' }, agent);
}

describe('[case 74] a subagent whose context was compacted', () => {
  it('gets its own prompt and work once, never the state of the main session', async () => {
    await mainAndSubagent();
    const { context } = await rig.compact({ agent });
    expect(context).toContain('Sharpen the blade');
    expect(context).toContain('/x/blade.ts');
    expect(context).not.toContain(mainRule);
    expect(context).not.toContain('PLAN.md');
    const again = await rig.send('SessionStart', { source: 'compact', ...own });
    expect(again.raw).toBe('');
    const call = await rig.send('PreToolUse', { ...edit('toolu_s2'), ...own });
    expect(call.raw).toBe('');
    const main = await rig.send('PreToolUse', edit('toolu_2'));
    expect(main.raw).toBe('');
  });

  it('reads the ticket again that its prompt names, and no other of the project, before it changes anything', async () => {
    const progress = Array.from(
      { length: 60 },
      (_, n) => `sharpened the blade ${n} ${'x'.repeat(200)}`,
    );
    const text = ticketText({ progress });
    const ticket = rig.write('.holdfast/tickets/t-1.md', text);
    rig.write('.holdfast/tickets/t-2.md', ticketText({ id: 't-2' }));
    await rig.send('SessionStart', { source: 'startup' });
    rig.userRow('Work on `.holdfast/tickets/t-1.md`, and on nothing else.', agent);
    rig.callRows('toolu_s1', 'Edit', { file_path: '/x/blade.ts' }, { text: 'updated' }, agent);
    const { context } = await rig.compact({ agent });
    expect(context).toContain(`1. Read ${ticket} (ticket, whole)`);
    expect(context).not.toContain('t-2');
    expect((await rig.send('PreToolUse', { ...edit('toolu_s2'), ...own })).denied).toContain(
      ticket,
    );
    expect((await rig.send('PreToolUse', edit('toolu_2'))).denied).toBe('');
    await rig.send('PostToolUse', { ...readPayload(ticket, text), ...own });
    expect((await rig.send('PreToolUse', { ...edit('toolu_s3'), ...own })).denied).toBe('');
  });

  it('is noticed by its record alone, at its next call', async () => {
    await mainAndSubagent();
    await rig.compact();
    rig.boundaryRows('S1', 'Something.', agent);
    const call = await rig.send('PreToolUse', { ...bash('toolu_s2', 'ls'), ...own });
    expect(call.context).toContain('Sharpen the blade');
    expect(call.context).not.toContain(mainRule);
    const next = await rig.send('PreToolUse', { ...bash('toolu_s3', 'ls'), ...own });
    expect(next.context).toBe('');
  });

  it('never hands the main state out when its events name no agent', async () => {
    await mainAndSubagent();
    await rig.send('UserPromptSubmit', { prompt: 'x', prompt_id: 'p1' });
    rig.boundaryRows('S1', 'Something.', agent);
    const started = await rig.send('SessionStart', { source: 'compact' });
    expect(started.raw).toBe('');
    expect(rig.kinds()).not.toContain('armed');
  });
});

describe('[case 82] the end of a subagent that is none of ours', () => {
  it.each([
    ['the summariser, without a type', { agent_id: 'x9', agent_type: '' }],
    ['an unknown type and no start', { agent_id: 'x9', agent_type: 'no-such-agent' }],
    ['no agent id at all', { agent_type: 'general-purpose' }],
  ])('changes nothing: %s', async (_, more) => {
    await mainAndSubagent();
    await rig.compact();
    mkdirSync(dirname(rig.subagentRecord('x9')), { recursive: true });
    const before = tree(rig.state);
    const missing = { agent_transcript_path: rig.subagentRecord('x9') };
    expect((await rig.send('SubagentStop', { ...more, ...missing })).raw).toBe('');
    expect(tree(rig.state)).toEqual(before);
    expect((await rig.send('PreToolUse', edit('toolu_2'))).denied).toContain('PLAN.md');
  });
});
