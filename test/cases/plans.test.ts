import { utimesSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { edit, tree } from './kit.ts';
import { longPlan, Rig } from './rig.ts';
import { takeStep } from './steps.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

const steps = (done: number, open: number) =>
  [
    ...Array.from({ length: done }, (_, index) => `- [x] step ${index + 1}`),
    ...Array.from({ length: open }, (_, index) => `- [ ] step ${done + index + 1}`),
  ].join('\n');

let calls = 0;
function worksOn(path: string, times: number): void {
  for (let index = 0; index < times; index++) {
    calls += 1;
    rig.callRows(
      `toolu_w${calls}`,
      'Edit',
      { file_path: path },
      { text: 'The file has been updated.' },
    );
  }
}

describe('[case 44] several plans in one long session', () => {
  it('leave only the open one as the task; finished and shelved ones are named as closed', async () => {
    const a = rig.write('plans-a/PLAN.md', `# Plan A\n${steps(4, 0)}\n`);
    const b = rig.write('plans-b/PLAN.md', `# Plan B\n${steps(7, 2)}\n`);
    const c = rig.write('plans-c/PLAN.md', `---\nstatus: shelved\n---\n# Plan C\n${steps(1, 3)}\n`);
    rig.userRow('Do plan B.');
    worksOn(a, 9);
    worksOn(c, 7);
    worksOn(b, 5);
    const later = new Date(Date.now() + 60_000);
    utimesSync(a, later, later);
    for (const time of [1, 2]) {
      const { context } = await rig.compact();
      const first = context.slice(0, 1_900);
      expect(first).toContain(`Task: Plan B (${b})`);
      expect(first).toContain('step: step 8');
      expect(first).toMatch(/plans-a\/PLAN\.md is closed \(all steps done\)/);
      expect(first).toMatch(/plans-c\/PLAN\.md is closed \(shelved\)/);
      expect(context).not.toMatch(/Read \S*plans-[ac]/);
      expect(context).not.toMatch(/continue with "step [1-7]"/);
      rig.boundaryRows(`B${time}`);
      rig.answerRow('Going on.');
      worksOn(b, 1);
    }
  });

  it('show the steps of a run as done by what proves them, and none of them as an order', async () => {
    rig.write('plans-a/PLAN.md', `# Plan A\n${steps(4, 0)}\n`);
    rig.userRow('Do plan B.');
    rig.callRows('toolu_0', 'Bash', { command: 'npm test' }, { text: 'ok' });
    const past = Array.from({ length: 7 }, (_, at) => ({
      step: `step-${at + 1}`,
      title: `Part ${at + 1} of B`,
      evidence: [`toolu_b${at + 1}`],
    }));
    takeStep(rig, { run: 'r-b', title: 'Plan B', step: 'step-8', stepTitle: 'Part 8 of B', past });
    for (const time of [1, 2]) {
      const { context } = await rig.compact();
      expect(context).toContain('You work on step "step-8" (Part 8 of B)');
      for (const { step, title, evidence } of past) {
        expect(context).toContain(`- ${step} (${title}) [proved by ${evidence[0]}]`);
      }
      expect(context).not.toMatch(/work on step "step-[1-7]"/);
      rig.boundaryRows(`B${time}`);
      rig.answerRow('Going on.');
    }
  });
});

describe('[case 71] several plans in one checkout', () => {
  function twoPlans(): [string, string] {
    return [
      rig.write('.planning/a/PLAN.md', `# Plan A\n${steps(1, 2)}\n`),
      rig.write('proj/.planning/b/PLAN.md', `# Plan B\n${steps(1, 2)}\n`),
    ];
  }

  it('bind each session to the one that it works on, also from a folder further down', async () => {
    const [a, b] = twoPlans();
    rig.write('proj/src/x.ts', 'text');
    for (const [session, path, other] of [
      ['aaaaaaaa-2222-4333-8444-555555555555', a, b],
      ['bbbbbbbb-2222-4333-8444-555555555555', b, a],
    ] as const) {
      rig.session = session;
      rig.userRow('Do it.');
      worksOn(path, 5);
      await rig.send('PreCompact', { trigger: 'auto', cwd: `${rig.project}/proj/src` });
      const { context } = await rig.send('SessionStart', {
        source: 'compact',
        cwd: `${rig.project}/proj/src`,
      });
      expect(context).toContain(`(${path})`);
      expect(context).not.toContain(other);
    }
  });

  it('are both named and neither is taken when nothing binds the session', async () => {
    twoPlans();
    rig.userRow('Hello.');
    rig.callRows('toolu_1', 'Bash', { command: 'npm test' }, { text: 'ok' });
    const { context } = await rig.compact();
    expect(context).not.toMatch(/Task: Plan/);
    expect(context).toContain('Hello.');
    expect((await rig.send('PreToolUse', edit('toolu_2'))).raw).not.toContain('deny');
    await rig.compact();
    rig.boundaryRows('B1');
    const deep = await rig.send('SessionStart', { source: 'compact', cwd: `${rig.project}/proj` });
    expect(deep.context).not.toMatch(/Task: Plan/);
  });

  it('lose to the one that a person named', async () => {
    const [a, b] = twoPlans();
    rig.setTask('proj/.planning/b/PLAN.md');
    rig.userRow('Do it.');
    worksOn(a, 8);
    const { context } = await rig.compact();
    expect(context).toContain(`Task: Plan B (${b})`);
    expect(context).not.toContain('Plan A');
  });

  it('say nothing at all when Holdfast is turned off, at any event', async () => {
    rig.write('PLAN.md', longPlan);
    rig.setTask('PLAN.md');
    rig.userRow('Do it.');
    rig.callRows('toolu_1', 'Bash', { command: 'npm test' }, { text: 'ok' });
    const before = tree(rig.state);
    const events: [string, Record<string, unknown>][] = [
      ['SessionStart', { source: 'startup' }],
      ['PreCompact', { trigger: 'auto' }],
      ['SessionStart', { source: 'compact' }],
      ['PostCompact', { trigger: 'auto', compact_summary: 'x' }],
      ['UserPromptSubmit', { prompt: 'x' }],
      ['PreToolUse', edit('toolu_2')],
      ['Stop', { last_assistant_message: 'Done.' }],
    ];
    for (const [event, more] of events) {
      const payload = JSON.stringify(rig.payload(event, more));
      const answer = await rig.sendRaw(payload, ['claude-code'], { HOLDFAST_DISABLE: '1' });
      expect(answer.raw).toBe('');
    }
    expect(tree(rig.state)).toEqual(before);
  });
});

describe('[case 80] a plan without steps', () => {
  it.each([
    ['empty', ''],
    ['prose', 'We build the saw first and the table after it.\n'],
    ['boxes in a fence only', '# Plan\n```\n- [ ] not a step\n```\n'],
    ['Windows line ends', '# Plan\r\nWe build the saw.\r\n'],
  ])('is a file to read, counted and nagged about by nobody: %s', async (_, text) => {
    rig.write('PLAN.md', text);
    rig.setTask('PLAN.md');
    rig.userRow('Do it.');
    rig.callRows('toolu_1', 'Bash', { command: 'npm test' }, { text: 'ok' });
    const { context } = await rig.compact();
    expect(context).toContain(`${rig.project}/PLAN.md`);
    expect(context).not.toMatch(/0\/0|0 of 0|step: /);
    expect((await rig.send('PreToolUse', edit('toolu_2'))).raw).toBe('');
    const prompt = await rig.send('UserPromptSubmit', { prompt: 'go', prompt_id: 'p' });
    expect(prompt.context).not.toMatch(/0\/0|0 of 0/);
  });

  it('of 2 MB is neither counted nor told inline, and gates as a file to read', async () => {
    const path = rig.write('task_plan.md', `# Plan\n${'- [ ] step of many\n'.repeat(130_000)}`);
    rig.setTask('task_plan.md');
    rig.userRow('Do it.');
    rig.callRows('toolu_1', 'Bash', { command: 'npm test' }, { text: 'ok' });
    const { context } = await rig.compact();
    expect(context.slice(0, 1_900)).toContain(`Read ${path}`);
    expect(context).not.toContain('step of many');
    expect(context.length).toBeLessThanOrEqual(9_500);
  });
});
