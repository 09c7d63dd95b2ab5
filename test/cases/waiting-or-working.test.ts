import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Rig } from './rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

const plan = '---\nobjective: saws\n---\n# Plan\n- [x] measure\n- [ ] cut the plank\n';
const manifest = '---\nfiles_to_load: [plan.md]\nnext_action: run the saw test\n---\n# Resume\n';

function begin(document = plan, name = 'PLAN.md'): void {
  rig.write(name, document);
  rig.setTask(name);
  rig.userRow('Do the plan.');
  rig.callRows('toolu_1', 'Bash', { command: 'npm test' }, { text: 'ok' });
}

describe('[case 41] what the agent is told to do next', () => {
  it('is to wait for the user when the turn had ended with a question', async () => {
    begin();
    rig.answerRow('Measured. Shall I cut the plank now?');
    const { context } = await rig.compact();
    expect(context).toContain('NOT ANSWERED');
    expect(context).toContain('wait for the user');
    expect(context).not.toMatch(/continue with|interrupted in the middle/);
  });

  it('is to wait for the user when the turn had simply ended', async () => {
    begin();
    rig.answerRow('Measured, and all is well.');
    const { context } = await rig.compact();
    expect(context).toContain('The last turn had ended: wait for the user.');
    expect(context).not.toMatch(/continue with|NOT ANSWERED/);
  });

  it('is to go on with the very step when the work was interrupted', async () => {
    begin();
    rig.callRows('toolu_2', 'Bash', { command: 'npm run cut' });
    const { context } = await rig.compact();
    expect(context).toContain('continue with "cut the plank"');
    expect(context).not.toMatch(/wait for the user|NOT ANSWERED/);
  });

  it('is not a next action to run on its own where the turn had ended, a resume manifest or not', async () => {
    rig.write('plan.md', plan);
    begin(manifest, '_resume.md');
    rig.answerRow('Shall I run it?');
    const waiting = (await rig.compact()).context;
    expect(waiting).toContain('run the saw test');
    expect(waiting).not.toMatch(/then run the next action/);
    expect(waiting).toMatch(/when the user says/);
  });

  it('never repeats what a session is told at its start', async () => {
    begin();
    const start = (await rig.send('SessionStart', { source: 'startup' })).context;
    expect(start).toContain('Read it first');
    rig.callRows('toolu_2', 'Bash', { command: 'npm run cut' });
    const { context } = await rig.compact();
    expect(context).not.toContain('Read it first');
  });

  it('lets the turn end that a question ends, and forces none after a manual compaction', async () => {
    begin();
    await rig.compact();
    const asked = await rig.send('Stop', { last_assistant_message: 'Shall I cut it now?' });
    expect(asked.raw).toBe('');
    rig.callRows('toolu_2', 'Bash', { command: 'npm run cut' }, { text: 'ok' });
    await rig.compact({ trigger: 'manual' });
    const manual = await rig.send('Stop', { last_assistant_message: 'Done.' });
    expect(manual.raw).toBe('');
  });
});

describe('[case 43] a record without the last lines when the turn ends', () => {
  async function interrupted(): Promise<void> {
    begin();
    await rig.compact();
  }

  it('decides by the message in the payload and not by the turn before', async () => {
    rig.userRow('First.');
    rig.answerRow('Shall I begin?');
    await interrupted();
    const end = await rig.send('Stop', { last_assistant_message: 'All done.' });
    expect(end.context).toContain('Holdfast c1-');
  });

  it('lets the turn end when neither payload nor record has its answer', async () => {
    await interrupted();
    expect((await rig.send('Stop', {})).raw).toBe('');
    expect(rig.kinds()).not.toContain('continued');
  });

  it('decides by the record where the payload has no message', async () => {
    await interrupted();
    rig.boundaryRows('B1');
    rig.answerRow('Shall I cut it now?');
    expect((await rig.send('Stop', {})).raw).toBe('');
    rig.answerRow('All done.');
    expect((await rig.send('Stop', {})).context).toContain('Holdfast c1-');
  });

  it('leaves a half line for later and takes it then', async () => {
    await interrupted();
    const { appendFileSync, readFileSync } = await import('node:fs');
    rig.userRow('Never use the old blade.');
    const lines = readFileSync(rig.transcript, 'utf8');
    const { truncateSync } = await import('node:fs');
    truncateSync(rig.transcript, lines.length - 40);
    await rig.send('Stop', { last_assistant_message: 'Shall I?' });
    appendFileSync(rig.transcript, lines.slice(-40));
    rig.callRows('toolu_3', 'Bash', { command: 'npm test' }, { text: 'ok' });
    const { context } = await rig.compact();
    expect(context.split('Never use the old blade.').length - 1).toBe(1);
  });
});
