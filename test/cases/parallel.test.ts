import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { handleEvent } from '../../src/app/hook/handle-event.ts';
import type { HostEvent } from '../../src/core/event.ts';
import { composeHook } from '../../src/entry/compose.ts';
import { claudeCode } from '../../src/hosts/claude-code/index.ts';
import { openSessionStore } from '../../src/journal/session-store.ts';
import { generationsIn } from '../../src/platform/generations.ts';
import { processIdentity } from '../../src/platform/process-identity.ts';
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
  /** A process beside this one, which a test ends. */
  const other = () => spawn('sleep', ['60'], { stdio: 'ignore' });
  const holder = (child: ChildProcess) =>
    JSON.stringify({ pid: child.pid, identity: processIdentity(child.pid!) });

  /** What a process left that claimed the compaction and did not write anything yet. */
  async function leaveClaim(child: ChildProcess): Promise<void> {
    await rig.send('SessionStart', { source: 'compact' });
    const [name] = readdirSync(join(folder(), 'claims'));
    rmSync(join(folder(), 'journal.ndjson'));
    writeFileSync(join(folder(), 'claims', name!, '1'), holder(child));
  }

  it('keeps every other process silent, whether it holds the lock or cannot get it', async () => {
    const child = other();
    await leaveClaim(child);
    child.kill('SIGSTOP');
    expect((await rig.send('SessionStart', { source: 'compact' })).raw).toBe('');
    const { generation } = generationsIn(join(folder(), 'lock')).read();
    generationsIn(join(folder(), 'lock')).replace(generation, holder(child));
    expect((await rig.send('SessionStart', { source: 'compact' })).raw).toBe('');
    expect(armed()).toBe(0);
    child.kill('SIGKILL');
  });

  it('of a process that died holds up nothing', async () => {
    const child = other();
    await leaveClaim(child);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect((await rig.send('SessionStart', { source: 'compact' })).context).toContain(mark);
    expect(armed()).toBe(1);
  });

  it('over a dead one is none where that had told it just before it died', async () => {
    const session = openSessionStore({
      stateFolder: rig.state,
      host: 'claude-code',
      sessionId: rig.session,
      now: () => new Date(),
    });
    await rig.send('SessionStart', { source: 'compact' });
    // The whole of what the other one wrote comes to be between the look at the journal and the claim.
    const journal = join(folder(), 'journal.ndjson');
    const written = readFileSync(journal, 'utf8');
    rmSync(journal);
    let claims = 0;
    const store = {
      ...session,
      claim(name: string, overDead: boolean) {
        if (overDead && claims === 0) {
          writeFileSync(journal, written);
          claims += 1;
        }
        return session.claim(name, overDead);
      },
    };
    const event: HostEvent = {
      type: 'session.started',
      sessionId: rig.session,
      cwd: rig.project,
      transcriptPath: rig.transcript,
      source: 'compact',
    };
    const replies = await handleEvent({ ...composeHook(claudeCode, event, rig.env), store }, event);
    expect([claims, JSON.stringify(replies).includes(mark), armed()]).toEqual([1, false, 1]);
  });
});
