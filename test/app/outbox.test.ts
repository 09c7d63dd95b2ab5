import { describe, expect, it } from 'vitest';
import { post, sendWaiting } from '../../src/app/tracker/outbox.ts';
import type { OutboxDisk, SendResult } from '../../src/app/tracker/ports.ts';
import { defaultConfig } from '../../src/core/config/defaults.ts';

/** An outbox in memory, with a clock that is set by hand and a tracker that can be down. */
function trackerOf(tracker: 'prog' | 'bd') {
  const waits = new Map<string, string>();
  const over: { how: string; text: string }[] = [];
  const ran: string[][] = [];
  const state = { now: 0, down: false, stands: '' as string | undefined };
  const digests = new Map<string, string>();
  const outbox: OutboxDisk = {
    waiting: () => [...waits.keys()].sort(),
    read: (name) => waits.get(name),
    put: (name, text) => {
      waits.set(name, text);
      return true;
    },
    take: (name) => waits.has(name),
    finish: (name, how, text) => {
      waits.delete(name);
      over.push({ how, text });
    },
    putBack: (name, text) => waits.set(name, text),
    onTheirWay: () => [],
    abandoned: () => [],
    written: (key) => digests.get(key),
    noteWritten: (key, digest) => digests.set(key, digest),
  };
  const deps = {
    outbox,
    clock: { now: () => new Date(state.now) },
    wait: async () => {},
    appendLine: () => {},
    read: async () =>
      state.stands === undefined
        ? undefined
        : `ID:          ts-9f3a1c\nTitle:       Export\n${state.stands && `\nDescription:\n${state.stands}\n`}\nLogs:\n  [2026-01-01 10:00] compacted\n`,
    run: async (argv: readonly string[]): Promise<SendResult> => {
      if (state.down) return { how: 'failed', why: 'it is down' };
      ran.push([...argv]);
      return { how: 'ok' };
    },
  };
  const config = { ...defaultConfig, tracker };
  const tell = (what: 'log' | 'truth', text: string): void => {
    post(deps, config, [{ what, id: 'ts-9f3a1c', text }], { key: text, folder: '/p' });
  };
  return {
    state,
    ran,
    over,
    tell,
    waiting: () => [...waits.values()],
    send: () => sendWaiting(deps, 1_000),
  };
}

describe('[R33] a description that could not be sent', () => {
  it('is given up rather than put over one that may be newer, and says why', async () => {
    const { state, ran, over, tell, send } = trackerOf('prog');
    state.down = true;
    tell('truth', 'after a compaction: step 1');
    await send();
    state.down = false;
    state.now = 10 * 60_000;
    await send();
    expect(ran).toEqual([]);
    expect(over).toEqual([
      { how: 'failed', text: expect.stringContaining('a newer description may stand there') },
    ]);
  });

  it('goes out soon after, as does a log however late', async () => {
    const { state, ran, tell, send } = trackerOf('prog');
    state.down = true;
    tell('truth', 'after a compaction: step 1');
    await send();
    state.down = false;
    state.now = 10_000;
    await send();
    tell('log', 'compacted');
    state.now = 60 * 60_000;
    await send();
    expect(ran.map(([, command]) => command)).toEqual(['desc', 'log']);
  });

  it('goes out however late where it is added to what stands there', async () => {
    const { state, ran, tell, send } = trackerOf('bd');
    tell('truth', 'after a compaction: step 1');
    state.now = 60 * 60_000;
    await send();
    expect(ran).toEqual([
      ['bd', 'update', 'ts-9f3a1c', '--append-notes', 'after a compaction: step 1'],
    ]);
  });
});

describe('[R33] a description that would take the place of another', () => {
  it('stays where anybody else wrote it, in whatever session', async () => {
    const { state, ran, over, tell, send } = trackerOf('prog');
    state.stands = 'Export is slow in rows.ts:40; next: measure.';
    tell('truth', 'after a compaction: step 1');
    await send();
    expect(ran).toEqual([]);
    expect(over).toEqual([{ how: 'sent', text: '' }]);
  });

  it('is replaced where it is what was written last from here, and no longer once somebody added to it', async () => {
    const { state, ran, tell, send } = trackerOf('prog');
    tell('truth', 'after a compaction: step 1');
    await send();
    state.stands = 'after a compaction: step 1';
    tell('truth', 'after a compaction: step 2');
    await send();
    state.stands = 'after a compaction: step 2\n\nOnly for EU customers.';
    tell('truth', 'after a compaction: step 3');
    await send();
    expect(ran.map(([, , , text]) => text)).toEqual([
      'after a compaction: step 1',
      'after a compaction: step 2',
    ]);
  });

  it('stays where it cannot be read, and says why', async () => {
    const { state, ran, tell, waiting, send } = trackerOf('prog');
    state.stands = undefined;
    tell('truth', 'after a compaction: step 1');
    await send();
    expect(ran).toEqual([]);
    expect(waiting()).toEqual([
      expect.stringContaining('\\"prog show ts-9f3a1c\\" does not tell what stands there'),
    ]);
  });
});
