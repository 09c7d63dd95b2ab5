import { mkdirSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { editCall } from './calls.ts';
import { runProcess } from './hook-process.ts';
import { longPlan, Rig } from './rig.ts';

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

const folder = (): string => join(rig.state, 'sessions', 'claude-code', rig.session);
const started = () => JSON.stringify(rig.payload('SessionStart', { source: 'compact' }));
const armed = (): number => rig.kinds().filter((kind) => kind === 'armed').length;

describe('many hooks for one compaction at the same moment', () => {
  it('arm one recovery, and one of them tells the brief', async () => {
    await rig.send('PreCompact', { trigger: 'auto' });
    const input = started();
    const ran = await Promise.all(
      Array.from({ length: 30 }, () => runProcess({ env: rig.env, input })),
    );
    expect(ran.map(({ code, stderr }) => [code, stderr])).toEqual(ran.map(() => [0, '']));
    expect([armed(), ran.filter(({ stdout }) => stdout.includes(mark)).length]).toEqual([1, 1]);
    expect(rig.faults).toBe('');
  }, 120_000);

  it('tell again, once and denying all the same, a brief that the record proves not to have arrived', async () => {
    await rig.compact();
    rig.boundaryRows('B1');
    rig.answerRow('Going on by the summary.');
    const input = JSON.stringify(rig.payload('PreToolUse', editCall('toolu_2')));
    const ran = await Promise.all(
      Array.from({ length: 12 }, () => runProcess({ env: rig.env, input })),
    );
    expect(ran.filter(({ stdout }) => stdout.includes(mark))).toHaveLength(1);
    expect(ran.filter(({ stdout }) => stdout.includes('"deny"'))).toHaveLength(12);
  }, 120_000);
});

describe('a claim to a compaction', () => {
  /** What a process left that claimed the compaction and died so many seconds ago before it wrote anything. */
  async function leaveClaim(secondsAgo: number): Promise<void> {
    await rig.send('SessionStart', { source: 'compact' });
    const [name] = readdirSync(join(folder(), 'claims'));
    rmSync(join(folder(), 'journal.ndjson'));
    const then = Date.now() / 1000 - secondsAgo;
    utimesSync(join(folder(), 'claims', name!), then, then);
  }

  it('keeps every other process silent, whether it holds the lock or cannot get it', async () => {
    await leaveClaim(0);
    expect((await rig.send('SessionStart', { source: 'compact' })).raw).toBe('');
    mkdirSync(join(folder(), 'lock'));
    expect((await rig.send('SessionStart', { source: 'compact' })).raw).toBe('');
    expect(armed()).toBe(0);
  });

  it('of a process that died holds up nothing for longer than seconds', async () => {
    await leaveClaim(60);
    expect((await rig.send('SessionStart', { source: 'compact' })).context).toContain(mark);
    expect(armed()).toBe(1);
  });
});
