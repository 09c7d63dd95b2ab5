import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { receiptOf } from '../../src/core/recovery/receipt.ts';
import { openSessionStore } from '../../src/journal/session-store.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-snapshots-'));
});
afterEach(() => removeFolder(folder));

const armed = (recovery: string) =>
  ({
    kind: 'armed',
    recovery,
    by: 'session-start',
    trigger: 'auto',
    tail: '1',
    midTurn: false,
    task: false,
    calls: 0,
    rapid: 0,
  }) as const;

describe('receipts of a session with several compactions', () => {
  it('keep saying that the facts were written down, though only the newest facts are read', () => {
    const store = openSessionStore({
      stateFolder: folder,
      host: 'some-host',
      sessionId: 's1',
      now: () => new Date('2026-01-01T00:00:00.000Z'),
    });
    for (const agent of [undefined, 'a1']) {
      for (const number of [1, 2]) {
        const state = { number };
        store.append([
          { agent, body: { kind: 'snapshot', hash: `h${number}`, cursor: {}, state } },
          { agent, body: armed(`c${number}`) },
        ]);
      }
    }
    const { state, skipped } = store.load();
    expect(skipped).toBe(0);
    for (const agent of ['', 'a1']) {
      const { recoveries, snapshot } = state.agents[agent]!;
      const told = recoveries.map((one, at) => receiptOf(one, at + 1).snapshotted?.hash);
      expect(told).toEqual(['h1', 'h2']);
      expect(snapshot?.state).toEqual({ number: 2 });
    }
  });
});
