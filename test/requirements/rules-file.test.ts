import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { arrived, bash, edit } from '../cases/kit.ts';
import { longPlan, Rig, readPayload } from '../cases/rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

/** More rules than a whole brief holds, each a message of its own. */
const rules = Array.from(
  { length: 60 },
  (_, index) =>
    `Never change module number ${index} of the payment service${' without asking its owners'.repeat(6)}.`,
);

function sayRules(): void {
  for (const rule of rules) rig.userRow(rule);
  rig.callRows('toolu_1', 'Bash', { command: 'npm test' }, { text: 'ok' });
}

const obligations = () => {
  const entry = rig.journal().find((one) => one.kind === 'obligations');
  return entry?.kind === 'obligations' ? entry.files.map((file) => file.path) : [];
};

describe('[R23] rules that the brief cannot hold', () => {
  it('stand word for word in a file that is read before all else in a session with a task', async () => {
    const plan = rig.write('PLAN.md', longPlan);
    rig.setTask('PLAN.md');
    sayRules();
    const started = await rig.compact();
    const [first, second] = obligations();
    expect(first).toMatch(/rules\.md$/);
    expect(second).toBe(plan);
    expect(started.context.slice(0, 1_900)).toContain(first);
    const text = readFileSync(first!, 'utf8');
    for (const rule of rules)
      expect(started.context.includes(rule) || text.includes(rule)).toBe(true);
    const denial = await rig.send('PreToolUse', edit('toolu_2'));
    expect(denial.denied).toContain(first);
    await rig.send('PostToolUse', readPayload(first!, text));
    expect((await rig.send('PreToolUse', edit('toolu_3'))).denied).toContain(plan);
    await rig.send('PostToolUse', readPayload(plan, longPlan));
    expect((await rig.send('PreToolUse', edit('toolu_4'))).raw).toBe('');
  });

  it('lose none between the first part and the file, however short the brief must be', async () => {
    mkdirSync(`${rig.home}/.config/holdfast`, { recursive: true });
    writeFileSync(`${rig.home}/.config/holdfast/config.json`, '{ "briefCharacters": 1900 }');
    rig.write('PLAN.md', longPlan);
    rig.setTask('PLAN.md');
    const short = Array.from({ length: 60 }, (_, index) => `Never change module number ${index}.`);
    for (const rule of short) rig.userRow(rule);
    rig.callRows('toolu_1', 'Bash', { command: 'npm test' }, { text: 'ok' });
    const { context } = await rig.compact();
    expect(context.length).toBeLessThanOrEqual(1_900);
    const text = readFileSync(obligations()[0]!, 'utf8');
    expect(short.filter((rule) => !context.includes(rule) && !text.includes(rule))).toEqual([]);
  });

  it('are to be read too where the task has no file of its own', async () => {
    rig.userRow('Plan it.');
    rig.callRows(
      'toolu_plan',
      'ExitPlanMode',
      {},
      {
        text: 'User has approved your plan.',
        structured: { plan: '# The plan\n- [ ] cut', isAgent: false },
      },
    );
    sayRules();
    await rig.compact();
    expect(obligations()).toHaveLength(1);
    expect((await rig.send('PreToolUse', edit('toolu_2'))).denied).toContain('rules.md');
  });

  it('are only pointed to in a session without a task, which holds nothing back', async () => {
    sayRules();
    const started = await rig.compact();
    const path = /\S+rules\.md/.exec(started.context.slice(0, 1_900))?.[0];
    expect(path && existsSync(path)).toBe(true);
    expect(obligations()).toEqual([]);
    expect((await rig.send('PreToolUse', edit('toolu_2'))).raw).not.toContain('deny');
  });

  it('need no file to be read when the brief holds all of them', async () => {
    rig.write('PLAN.md', '# Plan\n- [ ] one\n');
    rig.setTask('PLAN.md');
    for (const rule of rules.slice(0, 9)) rig.userRow(rule);
    rig.callRows('toolu_1', 'Bash', { command: 'npm test' }, { text: 'ok' });
    const started = await rig.compact();
    for (const rule of rules.slice(0, 9)) expect(started.context).toContain(rule);
    expect((await rig.send('PreToolUse', edit('toolu_2'))).raw).toBe('');
  });
});

describe('[R1] files that a configuration wants read', () => {
  it('gate a session with a task and not one without', async () => {
    const config = `${rig.home}/.config/holdfast/config.json`;
    rig.write('RULES.md', `# House rules\n${'- be kind\n'.repeat(900)}`);
    mkdirSync(`${rig.home}/.config/holdfast`, { recursive: true });
    writeFileSync(config, JSON.stringify({ requiredReading: ['RULES.md'] }));
    rig.userRow('Just talk.');
    rig.callRows('toolu_1', 'Bash', { command: 'npm test' }, { text: 'ok' });
    const started = await rig.compact();
    expect((await rig.send('PreToolUse', bash('toolu_2', 'rm -r build'))).raw).not.toContain(
      'deny',
    );
    arrived(rig, started);
    rig.write('PLAN.md', '# Plan\n- [ ] one\n');
    rig.setTask('PLAN.md');
    rig.answerRow('Going on.');
    rig.callRows('toolu_3', 'Bash', { command: 'npm test' }, { text: 'ok' });
    await rig.compact();
    expect((await rig.send('PreToolUse', edit('toolu_4'))).denied).toContain('RULES.md');
  });
});

describe('[R29] a plan that was accepted and has no file', () => {
  it('stands in the brief as it was accepted, since it is nowhere else', async () => {
    rig.userRow('Plan it.');
    rig.callRows(
      'toolu_plan',
      'ExitPlanMode',
      {},
      {
        text: 'User has approved your plan.',
        structured: { plan: '# The plan\n- [ ] cut the long plank\n', isAgent: false },
      },
    );
    rig.callRows('toolu_1', 'Bash', { command: 'npm test' }, { text: 'ok' });
    const { context } = await rig.compact();
    expect(context).toContain('- [ ] cut the long plank');
    expect(context).toContain('Approved by the user');
    expect(context).not.toContain('()');
  });
});
