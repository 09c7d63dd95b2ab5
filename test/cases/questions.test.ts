import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Ran, runAsPerson } from '../../harness/outside-session.ts';
import { beginWork, edit } from './kit.ts';
import { Rig } from './rig.ts';
import { launch, ticketText } from './tickets.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

const cli = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');

/** `holdfast answer` as the agent's shell runs it. */
function answer(...words: string[]): Ran {
  return runAsPerson(process.execPath, [cli, 'answer', ...words, '--session', rig.session], {
    cwd: rig.project,
    env: rig.env,
  });
}

const asking = (more: string[]) =>
  ticketText({ keys: ['validation:', '  - Why a widget?', '  - Which wood?', ...more] });

async function worker(more: string[]): Promise<string> {
  const ticket = rig.write('.holdfast/tickets/t-1.md', asking(more));
  launch(rig, ticket);
  await beginWork(rig);
  return ticket;
}

describe('[R19] validation questions that must be answered', () => {
  it('come with the brief, and hold changes back until each is answered since the compaction', async () => {
    const ticket = await worker(['validation_required: true']);
    const { context } = await rig.compact();
    expect(context).toContain(
      '[ ] answer, before any change: `holdfast answer 1 "…"`: Why a widget?',
    );
    const first = await rig.send('PreToolUse', edit('toolu_1'));
    expect(first.denied).toContain('holdfast answer 1 "…"');
    expect(first.denied).toContain('Why a widget? Then 1 more.');
    expect(first.denied.length).toBeLessThanOrEqual(300);
    const command = {
      tool_name: 'Bash',
      tool_input: { command: 'holdfast answer 1 "To hold it."' },
    };
    expect((await rig.send('PreToolUse', command)).denied).toBe('');
    expect(answer('1', 'To hold it.').out).toContain('1. Why a widget? (answered)');
    expect((await rig.send('PreToolUse', edit('toolu_2'))).denied).toContain('Which wood?');
    expect(answer('which  wood?', 'Oak.').code).toBe(0);
    expect((await rig.send('PreToolUse', edit('toolu_3'))).denied).toBe('');
    expect(readFileSync(ticket, 'utf8')).toContain('- Q: Which wood?\n  A: Oak.');
    await rig.send('SessionStart', { source: 'resume' });
    rig.boundaryRows('B1');
    rig.answerRow('On it.');
    rig.callRows('toolu_next', 'Bash', { command: 'ls' }, { text: 'ok' });
    await rig.compact();
    expect((await rig.send('PreToolUse', edit('toolu_4'))).denied).toContain('Why a widget?');
  });

  it('never lock the agent out: after three denied turns all are named, and then the gate opens', async () => {
    await worker(['validation_required: true']);
    await rig.compact();
    const reasons: string[] = [];
    for (let turn = 1; turn <= 5; turn += 1) {
      reasons.push((await rig.send('PreToolUse', edit(`toolu_${turn}`))).denied);
      await rig.send('PostToolBatch', { tool_calls: [{ tool_use_id: `toolu_${turn}` }] });
    }
    expect(reasons[3]).toContain('denied a last time');
    expect(reasons[3]).toContain('Which wood?');
    expect(reasons[4]).toBe('');
  });

  it('that need no answer only come with the brief', async () => {
    await worker([]);
    const { context } = await rig.compact();
    expect(context).toContain('[ ] answer for yourself: Why a widget?');
    expect((await rig.send('PreToolUse', edit('toolu_1'))).denied).toBe('');
    expect(answer().out).toContain('1. Why a widget? (not answered)');
  });

  it('of a plan are kept in the journal, and the file stays as it is', async () => {
    const text = '---\nvalidation: required\n---\n# Plan\n- [ ] cut\n';
    const plan = rig.write('PLAN.md', text);
    rig.setTask('PLAN.md');
    await beginWork(rig);
    await rig.compact();
    expect((await rig.send('PreToolUse', edit('toolu_1'))).denied).toContain('What problem does');
    for (const number of ['1', '2', '3']) answer(number, 'I know it.');
    expect((await rig.send('PreToolUse', edit('toolu_2'))).denied).toBe('');
    expect(readFileSync(plan, 'utf8')).toBe(text);
    expect(rig.kinds().filter((kind) => kind === 'answer')).toHaveLength(3);
  });

  it('are refused by name where there is none, and where the answer says nothing', async () => {
    await worker([]);
    expect(answer('7', 'x')).toMatchObject({ code: 1 });
    expect(answer('7', 'x').err).toContain('There is no question 7.');
    expect(answer('1', '  ').err).toContain('The answer is empty.');
  });
});
