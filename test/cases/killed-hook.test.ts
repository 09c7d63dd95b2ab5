import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { editCall, shellDone } from './calls.ts';
import { type Ran, runProcess } from './hook-process.ts';
import { longPlan, type Payload, Rig, readPayload } from './rig.ts';

const mark = 'Never push to main.';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
  rig.write('PLAN.md', longPlan);
  rig.setTask('PLAN.md');
  rig.userRow(`Do the plan. ${mark}`);
  rig.callRows('toolu_1', 'Bash', { command: 'npm test' }, { text: 'ok' });
});
afterEach(() => rig.remove());

function run(event: string, fields: Payload, killAfterMs?: number): Promise<Ran> {
  return runProcess({
    env: rig.env,
    input: JSON.stringify(rig.payload(event, fields)),
    started: (pid) => {
      if (killAfterMs === undefined) return;
      setTimeout(() => {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // It was done before.
        }
      }, killAfterMs);
    },
  });
}

describe('a hook that is killed', () => {
  it('at any moment of a compaction leaves a state that the next events make good', async () => {
    for (const [round, ms] of [30, 60, 90, 120, 160, 220].entries()) {
      rig.session = `88888888-0000-4000-8000-00000000000${round}`;
      rig.userRow(`Do the plan. ${mark}`);
      rig.callRows('toolu_1', 'Bash', { command: 'npm test' }, { text: 'ok' });
      await rig.send('UserPromptSubmit', { prompt: 'Do the plan.', prompt_id: 'p0' });
      await run('PreCompact', { trigger: 'auto' }, ms);
      const killed = await run('SessionStart', { source: 'compact' }, ms);
      rig.boundaryRows('B1');
      if (killed.stdout === '') rig.answerRow('Working on.');
      // Also over one that was killed between its claim and its entry: it is known to be dead.
      const told = await rig.send('PostToolUse', shellDone('toolu_2'));
      if (!killed.stdout.includes(mark)) expect(told.context).toContain(mark);
      expect((await rig.send('PreToolUse', editCall('toolu_3'))).denied).toContain('PLAN.md');
      const plan = join(rig.project, 'PLAN.md');
      await rig.send('PostToolUse', readPayload(plan, longPlan));
      expect((await rig.send('PreToolUse', editCall('toolu_4'))).raw).toBe('');
    }
  }, 120_000);
});

describe('hooks that run at the same time', () => {
  it('tell of a compaction once, as processes too [case 8]', async () => {
    await run('UserPromptSubmit', { prompt: 'x', prompt_id: 'p0' });
    rig.boundaryRows('B1');
    const ran = await Promise.all([
      run('PostToolUse', shellDone('a')),
      run('PreToolUse', editCall('b')),
      run('UserPromptSubmit', { prompt: 'y', prompt_id: 'p1' }),
      run('PostToolUse', shellDone('c')),
    ]);
    expect(ran.map((one) => [one.code, one.stderr])).toEqual(ran.map(() => [0, '']));
    const told = ran.filter((one) => one.stdout.includes('The conversation before this point'));
    expect(told).toHaveLength(1);
    expect(rig.kinds().filter((kind) => kind === 'armed')).toHaveLength(1);
  }, 120_000);

  it('of two sessions in one folder write each into its own state [case 1]', async () => {
    const sessions = [
      'aaaaaaaa-0000-4000-8000-000000000001',
      'bbbbbbbb-0000-4000-8000-000000000002',
    ];
    const work = sessions.map((session) => {
      rig.session = session;
      rig.userRow(`Only for ${session}.`);
      return async () => {
        const input = (event: string, fields: Payload) =>
          JSON.stringify({
            ...rig.payload(event, fields),
            session_id: session,
            transcript_path: join(rig.recordFolder, `${session}.jsonl`),
          });
        await runProcess({ env: rig.env, input: input('PreCompact', { trigger: 'auto' }) });
        return runProcess({ env: rig.env, input: input('SessionStart', { source: 'compact' }) });
      };
    });
    const ran = await Promise.all(work.map((one) => one()));
    sessions.forEach((session, index) => {
      const other = sessions[1 - index]!;
      for (const text of [ran[index]!.stdout, JSON.stringify(rig.journal(session))]) {
        expect(text).toContain(`Only for ${session}.`);
        expect(text).not.toContain(`Only for ${other}.`);
      }
    });
  }, 120_000);
});
