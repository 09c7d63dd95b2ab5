import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { shellDone } from './calls.ts';
import { arrived } from './kit.ts';
import { type Answer, Rig, readPayload } from './rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

const plan = '---\nobjective: saws\n---\n# Plan\n- [x] measure\n- [ ] cut the plank\n';
/** Too long to stand in a brief whole. */
const longPlan = `${plan}${'- [ ] one more plank of the many\n'.repeat(400)}`;
const done = { last_assistant_message: 'All done.' };

function work(text = plan, prompt = 'Do the plan.'): string {
  const path = rig.write('PLAN.md', text);
  rig.setTask('PLAN.md');
  rig.userRow('Do the plan.');
  rig.callRows('toolu_1', 'Bash', { command: 'npm test' }, { text: 'ok' });
  if (prompt !== 'Do the plan.') rig.userRow(prompt);
  return path;
}

/** A compaction in the middle of the turn, whose brief arrives; then the agent speaks. */
async function compacted(says = 'All done.'): Promise<Answer> {
  const started = await rig.compact();
  arrived(rig, started);
  rig.answerRow(says);
  return started;
}

describe('[R6] a turn that is continued after a compaction', () => {
  it('is told the step to continue with and what to read, and never to wait', async () => {
    const path = work(longPlan);
    await compacted();
    const { context } = await rig.send('Stop', done);
    expect(context).toContain('continue with "cut the plank"');
    expect(context).toContain(`1. Read ${path} (whole)`);
    expect(context).not.toMatch(/wait/i);
  });

  it('does not get the brief a second time, but what is open and where the brief stands', async () => {
    work();
    const started = await compacted();
    const { context } = await rig.send('Stop', done);
    const mark = /\[Holdfast c1-\w+\]/.exec(started.context)![0];
    expect(context).toContain(`The brief marked ${mark} earlier in this conversation`);
    expect(context.length).toBeLessThan(1_000);
    expect(context).not.toContain('What the user said besides');
    expect(rig.kinds().filter((kind) => kind === 'brief')).toHaveLength(1);
  });

  it.each(['ok', 'OK', 'All done', '好的', 'Fertig', 'd’accord'])(
    'is forced behind an answer that only agrees, without a full stop: %s',
    async (says) => {
      work(longPlan);
      await compacted(says);
      const { context } = await rig.send('Stop', { last_assistant_message: says });
      expect(context).toContain('continue with "cut the plank"');
    },
  );

  it('gets the whole brief where that did not arrive, and is not told to wait in it', async () => {
    work();
    rig.answerRow('An earlier answer.');
    rig.userRow('Go on.');
    rig.callRows('toolu_2', 'Bash', { command: 'npm test' }, { text: 'ok' });
    await rig.compact();
    rig.boundaryRows('B1');
    rig.answerRow('All done.');
    const { context } = await rig.send('Stop', done);
    expect(context).toContain('What the user said besides');
    expect(context).toContain('continue with "cut the plank"');
    expect(context).not.toMatch(/wait for the user/i);
  });

  it('[R5] goes on once where something was called and a file is still unread', async () => {
    const path = work(longPlan);
    await compacted();
    await rig.send('PostToolUse', shellDone('toolu_ls', 'ls'));
    expect((await rig.send('Stop', done)).context).toContain(`Read ${path}`);
    await rig.send('PostToolUse', shellDone('toolu_ls2', 'ls'));
    const second = await rig.send('Stop', done);
    expect([second.context, second.json?.systemMessage]).toEqual(['', expect.any(String)]);
  });

  it('that ends again with a file unread is let go, which the person is told once [case 7]', async () => {
    const path = work(longPlan);
    await compacted();
    await rig.send('Stop', done);
    const { raw, json } = await rig.send('Stop', done);
    expect(Object.keys(JSON.parse(raw))).toEqual(['systemMessage']);
    expect(json?.systemMessage).toContain(
      `ended again with ${path} unread. Changes wait for that.`,
    );
    expect(json?.systemMessage).toContain('release');
    for (let time = 0; time < 5; time += 1) expect((await rig.send('Stop', done)).raw).toBe('');
  });

  it('that ends again with a question to the user tells them nothing besides [case 7]', async () => {
    work(longPlan);
    await compacted();
    await rig.send('Stop', done);
    const asks = { last_assistant_message: 'Which plank shall I cut first?' };
    expect((await rig.send('Stop', asks)).raw).toBe('');
  });

  it('[R5] ends where something was called and all was read', async () => {
    const path = work(longPlan);
    await compacted();
    await rig.send('PostToolUse', readPayload(path, longPlan));
    expect((await rig.send('Stop', done)).raw).toBe('');
  });

  it.each([
    ['with', done],
    ['without', {}],
  ])(
    'goes on once where the record is unreadable, %s the last answer in the payload, and is never told to wait',
    async (_, more) => {
      work();
      rig.answerRow('Measured.');
      await rig.send('PreCompact', { trigger: 'auto' });
      rmSync(rig.transcript);
      const started = await rig.send('SessionStart', { source: 'compact' });
      expect(started.context).toContain('Holdfast c1-');
      const told = await rig.send('Stop', more);
      expect(told.context).toMatch(/continue with "cut the plank"/i);
      for (const { context } of [started, told]) expect(context).not.toMatch(/wait for the user/i);
      for (let time = 0; time < 3; time += 1)
        expect((await rig.send('Stop', more)).context).toBe('');
    },
  );

  it.each([
    ['a question', [], { last_assistant_message: 'Shall I cut it at 40 cm?' }],
    ['a prompt that stops the work', ['Go on.', 'Stop here.'], done],
  ])('is not forced without a record behind %s', async (_, prompts, end) => {
    rig.write('PLAN.md', plan);
    rig.setTask('PLAN.md');
    for (const prompt of prompts) await rig.send('UserPromptSubmit', { prompt, prompt_id: prompt });
    await rig.send('PreCompact', { trigger: 'auto' });
    await rig.send('SessionStart', { source: 'compact' });
    expect((await rig.send('Stop', end)).context).toBe('');
  });

  it('is forced without a record once the user took back that the work stops', async () => {
    rig.write('PLAN.md', plan);
    rig.setTask('PLAN.md');
    for (const prompt of ['Stop here.', 'Go on now.'])
      await rig.send('UserPromptSubmit', { prompt, prompt_id: prompt });
    await rig.send('PreCompact', { trigger: 'auto' });
    await rig.send('SessionStart', { source: 'compact' });
    expect((await rig.send('Stop', done)).context).toMatch(/continue with "cut the plank"/i);
  });

  it.each(['manual', 'unknown'])('is not forced without a record, trigger %s', async (trigger) => {
    rig.write('PLAN.md', plan);
    rig.setTask('PLAN.md');
    await rig.send('PreCompact', { trigger });
    await rig.send('SessionStart', { source: 'compact' });
    expect((await rig.send('Stop', done)).context).toBe('');
  });

  it('is not forced without a record once the user wrote again', async () => {
    rig.write('PLAN.md', plan);
    rig.setTask('PLAN.md');
    await rig.compact();
    await rig.send('UserPromptSubmit', { prompt: 'Where do we stand?', prompt_id: 'p1' });
    expect((await rig.send('Stop', done)).context).toBe('');
  });

  it('is never told to wait where there never was a record', async () => {
    rig.write('PLAN.md', plan);
    rig.setTask('PLAN.md');
    const { context } = await rig.compact();
    expect(context).toContain('continue with "cut the plank"');
    expect(context).not.toMatch(/wait for the user/i);
  });
});

describe('[R6] the newest message of the user', () => {
  it.each([
    'Lass den Plan liegen und repariere zuerst den Login.',
    'Never mind the table; the login must work first.',
    'Najpierw napraw logowanie.',
    'Ignora o plano por enquanto e corrige o login.',
  ])(
    'goes before the step that a continuation names, whatever language it is in: %s',
    async (text) => {
      work(longPlan, text);
      await compacted();
      const { context } = await rig.send('Stop', done);
      expect(context).toContain(`goes before the plan: "${text}"`);
      expect(context).not.toContain('.".');
      expect(context).toMatch(/unless that message says otherwise|what the user asked for last/);
    },
  );

  it('is named in the brief as one of the rules where it is one', async () => {
    work(longPlan, 'Never touch the migrations again.');
    const { context } = await rig.compact();
    expect(context).toContain('newest message stands among the rules; it goes before the plan.');
    expect(context).toContain('Never touch the migrations again.');
  });

  it.each([
    'Stop here, I want to look at it first.',
    'Halt!',
    'やめてください',
    'Przestań natychmiast',
    'काम रोक दो',
    'आज के लिए बस',
    'Đừng làm nữa',
    '作業を止めてください',
  ])('goes before the plan where it stops the work, and no turn is forced: %s', async (text) => {
    work(longPlan, text);
    const { context } = await rig.compact();
    expect(context).toContain(`goes before the plan: "${text}"`);
    expect(context).toContain('Do not continue the plan until the user says so');
    expect(context).not.toMatch(/continue with "/);
    rig.boundaryRows('B1');
    rig.answerRow('Stopped.');
    expect((await rig.send('Stop', { last_assistant_message: 'Stopped.' })).raw).toBe('');
  });

  it('goes before the plan where it changes the course, in the brief and in a forced turn', async () => {
    const text = 'Forget the plan and write the changelog.';
    work(plan, text);
    const { context } = await compacted();
    expect(context).toContain(`goes before the plan: "${text}"`);
    expect(context).not.toMatch(/continue with "/);
    const forced = (await rig.send('Stop', done)).context;
    expect(forced).toContain(`goes before the plan: "${text}"`);
    expect(forced).not.toContain('cut the plank');
  });

  it('goes before the plan in a language that nobody foresaw, beside the step', async () => {
    const text = 'Bonvolu nun skribi nur la dokumentaron.';
    work(plan, text);
    await compacted();
    const forced = (await rig.send('Stop', done)).context;
    expect(forced.indexOf(text)).toBeGreaterThan(0);
    expect(forced.indexOf(text)).toBeLessThan(forced.indexOf('cut the plank'));
  });

  it('takes the place of the step once it came after the compaction', async () => {
    work(longPlan);
    const started = await rig.compact();
    arrived(rig, started);
    await rig.send('UserPromptSubmit', { prompt: 'Where do we stand?', prompt_id: 'p1' });
    rig.userRow('Where do we stand?');
    rig.answerRow('At the second step.');
    const forced = (await rig.send('Stop', { last_assistant_message: 'At the second step.' }))
      .context;
    expect(forced).toContain('what the user asked for last');
    expect(forced).not.toContain('cut the plank');
  });

  it('is said to be a picture where it holds nothing else', async () => {
    work();
    const image = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: 'aGk=' },
    };
    rig.row({ type: 'user', message: { role: 'user', content: [image] } });
    const { context } = await rig.compact();
    expect(context).toContain('newest message is only a picture');
    expect(context).not.toContain('aGk=');
  });

  it('is said to be a file where it holds nothing else', async () => {
    work();
    const source = { type: 'base64', media_type: 'application/pdf', data: 'aGk=' };
    rig.row({ type: 'user', message: { role: 'user', content: [{ type: 'document', source }] } });
    const { context } = await rig.compact();
    expect(context).toContain('newest message is only a file, without words');
  });
});
