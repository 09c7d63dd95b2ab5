import { describe, expect, it } from 'vitest';
import { type RowChoice, SessionRows } from '../../../console/session-rows.ts';
import type { SessionList, SessionRow } from '../../../src/core/page/model.ts';

const hour = 3_600_000;

function row(at: number, more: Partial<SessionRow> = {}): SessionRow {
  return {
    key: `claude-code/${at}`,
    host: at % 3 === 0 ? 'codex' : 'claude-code',
    client: at % 3 === 0 ? 'Codex' : 'Claude Code',
    session: String(at),
    title: `Task ${(at * 7) % 10}`,
    project: `/code/${at % 4}`,
    changedMs: 100 * hour + ((at * 13) % 50) * hour,
    bytes: 1,
    hooked: false,
    ...more,
  };
}

function told(rows: SessionRow[], gone: string[] = [], epoch = 'e'): SessionList {
  return { epoch, seq: 1, rows, gone, pending: 0, total: rows.length };
}

const all: RowChoice = { find: '', client: '', state: '', order: 'changed' };

describe('the rows of the list', () => {
  it.each([
    all,
    { ...all, order: 'title' },
    { ...all, order: 'project', find: 'task 4' },
    { ...all, order: 'client', client: 'codex' },
    { ...all, order: 'compactions' },
    { ...all, state: 'ended' },
  ])('are the same, one change at a time, as when all are ordered anew: %o', (by) => {
    const first = Array.from({ length: 60 }, (_, at) => row(at));
    const rows = new SessionRows();
    rows.take(told(first));
    rows.chosen(by);
    const now = new Map(first.map((one) => [one.key, one]));
    for (let step = 1; step <= 120; step += 1) {
      const at = (step * 17) % 75;
      const key = `claude-code/${at}`;
      if (step % 9 === 0) {
        now.delete(key);
        rows.take(told([], [key]));
      } else {
        const changed = row(at, {
          changedMs: (200 + step) * hour,
          title: `Task ${step % 5}`,
          ended: step % 2 === 0,
        });
        now.set(key, changed);
        rows.take(told([changed]));
      }
      const anew = new SessionRows();
      anew.take(told([...now.values()]));
      const keysOf = (list: readonly SessionRow[]): string[] => list.map((one) => one.key);
      const chosen = rows.chosen(by);
      expect(new Set(keysOf(chosen))).toEqual(new Set(keysOf(anew.chosen(by))));
      const sorted = new SessionRows();
      sorted.take(told([...chosen]));
      expect(keysOf(sorted.chosen(by))).toEqual(keysOf(chosen));
    }
  });

  it('stay the same array where nothing of them changed', () => {
    const rows = new SessionRows();
    rows.take(told([row(1), row(2)]));
    const before = rows.chosen(all);
    rows.take(told([]));
    expect(rows.chosen(all)).toBe(before);
  });

  it('of another process take the place of those before', () => {
    const rows = new SessionRows();
    rows.take(told([row(1), row(3)]));
    rows.chosen(all);
    rows.take(told([row(2)], [], 'another'));
    expect(rows.chosen(all).map(({ session }) => session)).toEqual(['2']);
    expect([...rows.clients]).toEqual([['claude-code', 'Claude Code']]);
  });
});
