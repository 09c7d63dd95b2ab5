import { appendFileSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { editCall, shellDone } from './calls.ts';
import { type Answer, longPlan, type Payload, Rig } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = new Rig();
  rig.write('PLAN.md', longPlan);
  rig.setTask('PLAN.md');
  rig.userRow('Do the plan. Never push to main.');
  rig.callRows('toolu_1', 'Bash', { command: 'npm test' }, { text: 'ok' });
  await rig.send('UserPromptSubmit', { prompt: 'Do the plan.', prompt_id: 'p0' });
});
afterEach(() => rig.remove());

const prompt: [string, Payload] = ['UserPromptSubmit', { prompt: 'go on', prompt_id: 'p1' }];
const before: [string, Payload] = ['PreToolUse', editCall('toolu_2')];
const after: [string, Payload] = ['PostToolUse', shellDone('toolu_3')];

/** How often the brief went out in these answers. */
const briefs = (answers: Answer[]) =>
  answers.filter((answer) => answer.context.includes('The conversation before this point was'))
    .length;

describe('a compaction of which no event told', () => {
  it.each([
    ['a prompt', [prompt, before, after, prompt]],
    ['a tool call', [before, after, prompt]],
    ['a tool result', [after, before, after]],
    ['the end of the turn', [['Stop', { last_assistant_message: 'Done.' }], after, before]],
  ] as [string, [string, Payload][]][])(
    'is found in the record at %s, told once, and gated [case 8]',
    async (_, events) => {
      rig.boundaryRows('B1');
      const answers: Answer[] = [];
      for (const [event, fields] of events) answers.push(await rig.send(event, fields));
      expect(briefs(answers)).toBe(1);
      expect(briefs(answers.slice(0, 1))).toBe(1);
      expect(answers[0]!.context).toContain('Never push to main.');
      expect((await rig.send('PreToolUse', editCall('toolu_9'))).denied).toContain('PLAN.md');
      const armed = rig.journal().filter((entry) => entry.kind === 'armed');
      expect(armed).toMatchObject([{ by: 'record', boundary: 'B1' }]);
      expect(rig.kinds()).not.toContain('expected');
    },
    60_000,
  );

  it('is told once when two events race for it [case 8]', async () => {
    rig.boundaryRows('B1');
    const answers = await Promise.all([
      rig.send(...before),
      rig.send(...after),
      rig.send(...prompt),
      rig.send('PostToolUse', shellDone('toolu_4')),
    ]);
    expect(briefs(answers)).toBe(1);
    expect(rig.kinds().filter((kind) => kind === 'armed')).toHaveLength(1);
  });

  it('is told once more after the second boundary, and not again for the first [case 8]', async () => {
    rig.boundaryRows('B1');
    const first = await rig.send(...prompt);
    rig.injectedRow(first.context, 'UserPromptSubmit');
    rig.answerRow('I go on.');
    rig.callRows('toolu_5', 'Bash', { command: 'ls' }, { text: 'x' });
    rig.boundaryRows('B2');
    const second = await rig.send('PostToolUse', shellDone('toolu_6'));
    expect([briefs([first]), briefs([second])]).toEqual([1, 1]);
    expect(second.context).toContain('for the 2nd time');
    const armed = rig.journal().filter((entry) => entry.kind === 'armed');
    expect(armed.map((entry) => entry.kind === 'armed' && entry.boundary)).toEqual(['B1', 'B2']);
  });

  it('says in the receipt that no before-event came [case 8]', async () => {
    const { receiptLines, receiptOf } = await import('../../src/core/recovery/receipt.ts');
    const { foldEntries } = await import('../../src/core/recovery/session-state.ts');
    rig.boundaryRows('B1');
    await rig.send(...prompt);
    const recovery = foldEntries(rig.journal()).agents['']!.recoveries[0]!;
    const lines = receiptLines(receiptOf(recovery, 1)).join('\n');
    expect(lines).toContain('no before-event came');
    const announced = { at: recovery.armedAt, steered: 0 };
    const unsteered = receiptLines(receiptOf({ ...recovery, announced }, 1)).join('\n');
    expect(unsteered).not.toContain('no before-event came');
    expect(unsteered).toContain('steered      no: the client takes no text before a compaction');
    expect(receiptOf(recovery, 1)).toMatchObject({ armedBy: 'record', boundary: 'B1' });
  });

  it('is not told for rows that a resumed session wrote once more [case 8]', async () => {
    rig.session = '55555555-2222-4333-8444-555555555555';
    rig.userRow('Do the plan.');
    rig.boundaryRows('B1');
    rig.answerRow('Done with that.');
    rig.userRow('And now something else.');
    await rig.send(...prompt);
    appendFileSync(rig.transcript, readFileSync(rig.transcript, 'utf8'));
    const answers = [
      await rig.send('UserPromptSubmit', { prompt: 'more', prompt_id: 'p2' }),
      await rig.send(...after),
    ];
    expect(briefs(answers)).toBe(0);
    expect((await rig.send(...before)).denied).toBe('');
    expect(rig.kinds()).not.toContain('armed');
    // One that is new is told of after them.
    rig.boundaryRows('B2');
    expect(
      briefs([await rig.send('UserPromptSubmit', { prompt: 'and more', prompt_id: 'p3' })]),
    ).toBe(1);
  });

  it('that is old news in a record seen for the first time is not told as new [case 8]', async () => {
    rig.session = '44444444-2222-4333-8444-555555555555';
    rig.userRow('Do the plan.');
    rig.boundaryRows('B1');
    rig.answerRow('Done with that.');
    rig.userRow('And now something else.');
    const answer = await rig.send(...prompt);
    expect(answer.context).not.toContain('COMPACTED');
    expect((await rig.send(...before)).denied).toBe('');
  });
});
