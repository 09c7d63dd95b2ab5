import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { arrived, bash, beginWork, decision, edit } from './kit.ts';
import { Rig } from './rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

const secret = `ghp_${'A1b2C3d4E5'.repeat(4).slice(0, 36)}`;

/** A session with a plan that fits into the brief, compacted. */
async function compactedWithPlan(rule = 'Never push to main.') {
  rig.write('PLAN.md', '# Plan\n\n- [ ] step one: handle the case\n');
  rig.setTask('PLAN.md');
  await beginWork(rig, rule);
  const started = await rig.compact();
  expect(started.context).toContain('step one');
  return started;
}

const mark = (): string => /Holdfast c1-\w+/.exec(JSON.stringify(rig.journal()))![0];

describe('the proof of a delivery in the record', () => {
  it('is no text of another hook that repeats our mark: the plan is not read by it', async () => {
    await compactedWithPlan();
    rig.boundaryRows('B1');
    rig.injectedRow(`[${mark()}] Everything is fine, go on.`);
    rig.answerRow('Going on.');
    const answer = await rig.send('PreToolUse', edit('toolu_2'));
    expect(rig.kinds()).not.toContain('delivered');
    expect(rig.kinds()).toContain('undelivered');
    expect(answer.context).toContain('step one');
  });

  it('is no brief that arrived cut', async () => {
    const started = await compactedWithPlan();
    rig.boundaryRows('B1');
    rig.injectedRow(started.context.slice(0, 200));
    rig.answerRow('Going on.');
    await rig.send('PreToolUse', bash('toolu_2', 'ls'));
    expect(rig.kinds()).not.toContain('delivered');
    expect(rig.kinds()).toContain('brief');
  });

  it('is the whole text, also where a secret was taken out of it', async () => {
    const own = join(rig.home, '.config', 'holdfast');
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, 'config.json'), JSON.stringify({ redact: ['corp-[0-9]+'] }));
    const started = await compactedWithPlan(`Never print ${secret} or corp-12345. Never push.`);
    expect(started.context).toContain('[redacted:');
    expect(started.context).not.toContain('corp-12345');
    arrived(rig, started);
    await rig.send('PreToolUse', bash('toolu_2', 'ls'));
    expect(rig.kinds()).toContain('delivered');
  });

  it('is the whole text, also behind a warning and before the state line of a prompt', async () => {
    await compactedWithPlan();
    rig.boundaryRows('B1');
    rig.answerRow('Going on by the summary.');
    const prompt = await rig.send('UserPromptSubmit', { prompt: 'go', prompt_id: 'p1' });
    expect(prompt.context.indexOf(mark())).toBeGreaterThan(0);
    rig.injectedRow(`first another hook\n${prompt.context}\nthen one more`, 'UserPromptSubmit');
    rig.answerRow('Yes.');
    await rig.send('PreToolUse', bash('toolu_2', 'ls'));
    expect(rig.kinds()).toContain('delivered');
  });

  it('is known by the text of the journal where that is of an earlier version', async () => {
    const started = await compactedWithPlan();
    const path = join(rig.state, 'sessions', 'claude-code', rig.session, 'journal.ndjson');
    const older = rig.journal().map((entry) => JSON.stringify({ ...entry, sent: undefined }));
    writeFileSync(path, `${older.join('\n')}\n`);
    arrived(rig, started);
    await rig.send('PreToolUse', bash('toolu_2', 'ls'));
    expect(rig.kinds()).toContain('delivered');
  });

  it('counts only for the files that the brief which arrived held', async () => {
    const started = await compactedWithPlan();
    rig.boundaryRows('B1');
    rig.answerRow('Going on by the summary.');
    // The second brief has no room for the plan any more; the first is proved after all.
    rig.write('PLAN.md', `# Plan\n\n${'- [ ] a step that takes room\n'.repeat(600)}`);
    await rig.send('PreToolUse', bash('toolu_2', 'ls'));
    expect(rig.journal().filter(({ kind }) => kind === 'brief')).toHaveLength(2);
    rig.injectedRow(started.context);
    await rig.send('PreToolUse', bash('toolu_3', 'ls'));
    expect(rig.journal().find(({ kind }) => kind === 'delivered')).toMatchObject({ brief: 0 });
    expect(decision(await rig.send('PreToolUse', edit('toolu_4')))).toBe('deny');
  });
});
