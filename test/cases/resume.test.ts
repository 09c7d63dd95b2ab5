import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { arrived, beginWork, edit, tree } from './kit.ts';
import { longPlan, Rig, readPayload } from './rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

const rule = 'Never push to main.';

async function compactedAndMet(): Promise<void> {
  await beginWork(rig, rule);
  arrived(rig, await rig.compact());
  rig.answerRow('Going on.');
  await rig.send('UserPromptSubmit', { prompt: 'go', prompt_id: 'p1' });
  expect(rig.kinds()).toContain('met');
}

/** The client's fork: a new session whose record begins with the rows of the old one. */
function fork(): string {
  const old = rig.transcript;
  rig.session = 'ffffffff-2222-4333-8444-555555555555';
  mkdirSync(dirname(rig.transcript), { recursive: true });
  copyFileSync(old, rig.transcript);
  return readFileSync(old, 'utf8');
}

describe('[case 67] a session that comes back', () => {
  it('hears nothing of a compaction that is dealt with, wherever the newest row hangs', async () => {
    await compactedAndMet();
    rig.row({ type: 'user', parentUuid: 'row-1', message: { role: 'user', content: 'Again.' } });
    const back = await rig.send('SessionStart', { source: 'resume' });
    expect(back.context).not.toMatch(/replaced by a summary|COMPACTED/);
    const prompt = await rig.send('UserPromptSubmit', { prompt: 'go', prompt_id: 'p2' });
    expect(prompt.raw).toBe('');
  });

  it('gets the brief again when its recovery never finished', async () => {
    const plan = rig.write('PLAN.md', longPlan);
    rig.setTask('PLAN.md');
    await beginWork(rig, rule);
    arrived(rig, await rig.compact());
    rig.answerRow('Going on.');
    const back = await rig.send('SessionStart', { source: 'resume' });
    expect(back.context).toContain('Holdfast c1-');
    expect((await rig.send('PreToolUse', edit('toolu_2'))).denied).toContain(plan);
    await rig.send('PostToolUse', readPayload(plan, longPlan));
    expect((await rig.send('PreToolUse', edit('toolu_3'))).raw).toBe('');
  });

  it('gets the brief for a compaction of which no event told before the process ended', async () => {
    await beginWork(rig, rule);
    await rig.send('UserPromptSubmit', { prompt: 'x', prompt_id: 'p0' });
    rig.boundaryRows('B1');
    const back = await rig.send('SessionStart', { source: 'resume' });
    expect(back.context).toContain('Holdfast c1-');
    expect(back.context).toContain(rule);
  });

  it('as a fork has the facts under its own id, claims no compaction, and leaves the original alone', async () => {
    await compactedAndMet();
    const original = `${rig.state}/sessions/claude-code/${rig.session}`;
    const before = tree(original);
    fork();
    const start = await rig.send('SessionStart', { source: 'fork' });
    expect(start.context).not.toMatch(/replaced by a summary|COMPACTED/);
    rig.userRow('Always test.');
    const prompt = await rig.send('UserPromptSubmit', { prompt: 'go', prompt_id: 'f1' });
    expect(prompt.raw).toBe('');
    rig.callRows('toolu_f', 'Bash', { command: 'npm test' }, { text: 'ok' });
    const { context } = await rig.compact();
    expect(context).toContain(rule);
    expect(context).toContain('Always test.');
    expect(tree(original)).toEqual(before);
  });

  it('is cleared with a pointer and no gate', async () => {
    rig.write('PLAN.md', longPlan);
    rig.setTask('PLAN.md');
    await beginWork(rig, rule);
    await rig.compact();
    const cleared = await rig.send('SessionStart', { source: 'clear' });
    expect(cleared.context).toContain('cleared');
    expect((await rig.send('PreToolUse', edit('toolu_2'))).raw).toBe('');
    writeFileSync(rig.transcript, '');
  });
});
