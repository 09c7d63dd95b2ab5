import { describe, expect, it } from 'vitest';
import { type LostDeps, lookForLost } from '../../src/app/daemon/lost-workers.ts';
import { Fault } from '../../src/core/errors.ts';
import { newWorkerState } from '../../src/core/worker/launch.ts';
import type { WorkerNotice } from '../../src/core/worker/notice.ts';

const launched = '2026-01-01T00:00:00.000Z';

/** A state folder with one worker whose supervisor is gone. */
function oneLost(wish: 'tell' | 'resume', resume: LostDeps['resume'] = async () => {}) {
  const launch = {
    v: 1,
    worker: 'w-1',
    ticket: '/p/.holdfast/tickets/T.md',
    ticketId: 'T',
    host: 'claude-code',
    project: '/p',
    folder: '/p',
    permission: 'edit',
    restarts: 2,
    handler: { host: 'claude-code', session: 's1' },
    promptStart: '',
    scratch: '/x',
    run: 1,
    sessions: [],
    resumable: true,
    ends: 0,
    launched,
    supervisor: { pid: 7, identity: 'first' },
  };
  const files: Record<string, string> = {
    'workers/w-1/state.json': JSON.stringify({ ...newWorkerState(launched), status: 'running' }),
  };
  const told: [string, WorkerNotice][] = [];
  let counts: Record<string, number> = {};
  const deps = {
    disk: {
      list: () => ['w-1'],
      read: (name: string) => (name.endsWith('launch.json') ? JSON.stringify(launch) : files[name]),
      ageMs: () => 1e9,
    },
    processes: { identity: () => undefined },
    wish: () => wish,
    resumed: {
      read: () => counts,
      write(next: Record<string, number>) {
        counts = next;
      },
    },
    resume,
    tell: (_: unknown, name: string, notice: WorkerNotice) => void told.push([name, notice]),
    now: () => launched,
  } as unknown as LostDeps;
  return { deps, told, launch };
}

describe('a worker that nobody looks after any more', () => {
  it('is told of to the session that started it, once, with the next step', async () => {
    const { deps, told } = oneLost('tell');
    const seen = new Set<string>();
    for (let look = 0; look < 3; look += 1) await lookForLost(deps, seen);
    expect(told).toEqual([
      [
        'w-1-lost-1',
        expect.objectContaining({ summary: expect.stringContaining('holdfast resume w-1') }),
      ],
    ]);
  });

  it('is taken up no oftener than it may be started again, also when the daemon is another each time', async () => {
    let resumed = 0;
    const { deps, told, launch } = oneLost('resume', async () => {
      resumed += 1;
    });
    for (let look = 0; look < 5; look += 1) {
      launch.supervisor.identity = `supervisor ${look}`;
      await lookForLost(deps, new Set());
    }
    expect(resumed).toBe(2);
    expect(told.length).toBeGreaterThan(0);
    expect(told[0]![1].summary).toContain('already resumed 2 times');
  });

  it('that cannot be taken up is told of with the reason', async () => {
    const { deps, told } = oneLost('resume', async () => {
      throw new Fault('refused', 'T is done.');
    });
    expect(await lookForLost(deps, new Set())).toEqual([
      'w-1 was lost. It could not be resumed: T is done.',
    ]);
    expect(told[0]![1].summary).toContain('T is done.');
  });
});
