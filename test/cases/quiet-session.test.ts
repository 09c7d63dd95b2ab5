import { spawnSync } from 'node:child_process';
import { existsSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noteQuiet } from '../../src/app/hook/quiet.ts';
import { newSessionState } from '../../src/core/recovery/session-state.ts';
import { postNotice } from '../../src/journal/mail.ts';
import { acceptPlan } from './plans.ts';
import { longPlan, Rig } from './rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

const isQuiet = () => existsSync(join(rig.state, 'quiet', rig.session));
const endsAreQuiet = () => existsSync(join(rig.state, 'quiet-ends', rig.session));
const prompt = (text: string) => rig.send('UserPromptSubmit', { prompt: text, prompt_id: text });
const turnEnds = () => rig.send('Stop', { last_assistant_message: 'Done.' });

/** A session with one prompt and its answer. */
async function begun(): Promise<void> {
  await rig.send('SessionStart', { source: 'startup' });
  expect(isQuiet()).toBe(true);
  await prompt('Count the files.');
  rig.userRow('Count the files.');
  rig.answerRow('There are three.');
}

describe('a session with nothing to be told', () => {
  it('is quiet from its start on, and answered again once it is resumed', async () => {
    await begun();
    expect(isQuiet()).toBe(true);
    await turnEnds();
    expect(isQuiet()).toBe(true);
    await rig.send('SessionStart', { source: 'resume' });
    expect(isQuiet()).toBe(false);
    await prompt('And the folders?');
    expect(isQuiet()).toBe(true);
  });

  it('is never quiet again after a compaction, and not while one is announced', async () => {
    await begun();
    await rig.send('PreCompact', { trigger: 'auto', custom_instructions: null });
    expect(isQuiet()).toBe(false);
    await turnEnds();
    expect(isQuiet()).toBe(false);
    await rig.compact();
    rig.boundaryRows('B1');
    await prompt('Go on.');
    await turnEnds();
    expect(isQuiet()).toBe(false);
  });

  it('is not quiet with a task, a role, an accepted plan or a notice that waits', async () => {
    await begun();
    postNotice(rig.state, { host: 'claude-code', session: rig.session }, 'n', {
      task: 'ticket-7',
      status: 'completed',
      summary: 'It is done.',
      at: '2026-01-01T00:00:00.000Z',
    });
    expect(isQuiet()).toBe(false);
    expect((await prompt('Go on.')).context).toContain('ticket-7');
    await prompt('And on.');
    expect(isQuiet()).toBe(true);

    rig.userRow('Plan it.');
    acceptPlan(rig, 'a-plan.md', '# Plan\n\n1. Do it.');
    await turnEnds();
    expect(isQuiet()).toBe(false);

    const other = new Rig();
    try {
      await other.send('SessionStart', { source: 'startup' });
      const command = '/handler .holdfast/tickets/a.md';
      await other.send('UserPromptSubmit', { prompt: command, prompt_id: 'p1' });
      expect(existsSync(join(other.state, 'quiet', other.session))).toBe(false);
    } finally {
      other.remove();
    }
  });

  it('is answered from the next prompt on once a task is set, by the command', async () => {
    await begun();
    rig.write('PLAN.md', longPlan);
    const program = [join(process.cwd(), 'dist/cli.js'), 'task', 'set', 'PLAN.md'];
    const set = spawnSync(process.execPath, program, {
      cwd: rig.project,
      env: rig.env,
      encoding: 'utf8',
    });
    expect([set.status, set.stderr]).toEqual([0, '']);
    expect(isQuiet()).toBe(false);
    expect(endsAreQuiet()).toBe(false);
    expect((await prompt('Go on.')).context).toContain('PLAN.md');
    expect([isQuiet(), endsAreQuiet()]).toEqual([false, true]);
    expect((await turnEnds()).context).toBe('');
    await rig.compact();
    expect(endsAreQuiet()).toBe(false);
  });

  it('is forgotten when it died', async () => {
    await begun();
    utimesSync(join(rig.state, 'quiet', rig.session), 1_000, 1_000);
    await rig.send('SessionStart', { source: 'startup', session_id: 'another' });
    expect(isQuiet()).toBe(false);
  });

  it('is answered where a task was set between the look and the file', () => {
    const said: string[] = [];
    const deps = {
      host: { capabilities: { skipsQuiet: true, blocksTools: true } },
      config: { guard: 'auto' },
      clock: { now: () => new Date(0) },
      tasks: { explicit: () => undefined, explicitNow: () => '/p/PLAN.md' },
      store: {
        load: () => ({ state: newSessionState(), skipped: 0 }),
        readFoldHead: () => undefined,
        quiet: (value: string) => said.push(value) > 0,
      },
    };
    noteQuiet(deps as never, { type: 'turn.ending', sessionId: 's' } as never);
    expect(said).toEqual(['all', 'ends']);
  });
});
