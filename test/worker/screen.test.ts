import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KnownWorker } from '../../src/app/worker/records.ts';
import { newWorkerState } from '../../src/core/worker/launch.ts';
import { columnsOf } from '../../src/entry/cli/columns.ts';
import { inOrder, type Pane, panes, rowsOf } from '../../src/entry/cli/top-rows.ts';
import { topScreen } from '../../src/entry/cli/top-screen.ts';

const time = '2026-01-01T00:00:00.000Z';

function worker(id: string, more: Partial<KnownWorker['state']> = {}): KnownWorker {
  return {
    launch: {
      v: 1,
      worker: id,
      ticket: `/w/.holdfast/tickets/${id}.md`,
      ticketId: id,
      host: 'claude-code',
      project: '/w',
      folder: '/w',
      permission: 'edit',
      restarts: 3,
      promptStart: '',
      scratch: '/s',
      run: 1,
      sessions: [],
      resumable: false,
      ends: 0,
      launched: time,
    },
    state: { ...newWorkerState(time), status: 'running', reason: 'Its client works.', ...more },
    alive: true,
  };
}

const activity = { time, kind: 'tool' as const, text: 'Bash make all' };

function model(workers: KnownWorker[], chosen = 0, pane: Pane = 'workers') {
  const requests = workers.map(({ launch, state }) => ({
    id: `r-${launch.worker}`,
    worker: launch.worker,
    tool: 'Bash',
    about: state.reason,
    why: 'it may destroy',
    asked: time,
    deniedAt: time,
  }));
  const sessions = workers.map(({ launch, state }) => ({
    session: launch.worker,
    host: launch.host,
    last: time,
    role: 'regular',
    task: state.reason,
    compactions: 1,
    receipt: state.reason,
    project: `/w/${state.reason}`,
    ended: false,
    skipped: 0,
    hooked: true,
  }));
  const tickets = workers.map(({ launch, state }) => ({
    id: launch.ticketId,
    title: state.reason,
    status: 'queued',
    phase: state.reason,
    owner: '',
    path: launch.ticket,
  }));
  const nowMs = Date.parse(time) + 120_000;
  const data = { workers, requests: pane === 'workers' ? [] : requests, sessions, tickets };
  return {
    ...data,
    pane,
    rows: rowsOf(pane, data, nowMs),
    chosen,
    allSessions: sessions.length,
    find: { text: '', typing: false },
    note: '',
    nowMs,
  };
}

describe('[R45] the live view', () => {
  it('shows what each worker does, its context and compactions, and of the chosen one the last activities', () => {
    const spent = { inputTokens: 120_000, outputTokens: 400, contextTokens: 84_000, toolUses: 3 };
    const lines = topScreen(
      model([
        worker('T-1-aaaa', { activities: [activity], spent, compactions: 2 }),
        worker('T-2-bbbb', { status: 'failed', reason: 'The client ended with code 3.' }),
      ]),
      { columns: 80, rows: 24, colour: false },
    );
    expect(lines).toHaveLength(24);
    expect(lines[0]).toBe('[workers 2] sessions 2  tickets 2  asks 0');
    expect(lines[1]).toBe('2 workers, 1 running');
    expect(lines[3]).toMatch(/^> {2}T-1-aaaa {2}running +2m +84k +2 {2}Bash make/);
    expect(lines[4]).toContain('failed');
    expect(lines.join('\n')).toMatch(/120400 tokens, 3 tool uses, 1 run, \d+ restarts?$/m);
    expect(lines.join('\n')).toContain('00:00:00 UTC  tool        Bash make all');
    expect(lines.at(-1)).toBe(
      'enter whole   l log   k stop   r resume   a/d answer   ? keys   q quit',
    );
  });

  it('has the way out, the help and the keys of an answer in its last line at 60 columns', () => {
    for (const pane of panes) {
      const lines = topScreen(model([worker('T')], 0, pane), {
        columns: 60,
        rows: 20,
        colour: false,
      });
      expect(lines.at(-1)).toMatch(/\? keys {3}q quit$/);
      if (pane === 'workers') expect(lines.at(-1)).toContain('a/d answer');
      if (pane === 'asks') expect(lines.at(-1)).toMatch(/a allow {3}d deny/);
      expect(lines[0]).toContain(`[${pane} `);
    }
  });

  it('shows the whole of what a worker ended with, however long, at 60 columns', () => {
    const words = Array.from({ length: 60 }, (_, index) => `word${index}`);
    const lines = topScreen(model([worker('T', { status: 'failed', reason: words.join(' ') })]), {
      columns: 60,
      rows: 40,
      colour: false,
    });
    for (const word of words) expect(lines.join('\n')).toContain(word);
  });

  it('lists workers that wait for an answer first, then those that run, then the newest', () => {
    const all = [
      worker('old', { status: 'completed', ended: '2026-01-01T00:00:01.000Z' }),
      worker('new', { status: 'failed', ended: '2026-01-01T00:00:02.000Z' }),
      worker('runs'),
      worker('asks', { waiting: ['r1'] }),
    ];
    expect(inOrder(all).map(({ launch }) => launch.worker)).toEqual(['asks', 'runs', 'new', 'old']);
  });

  it('fits onto every screen, with any number of rows, whatever they say', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 200 });
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 40 }),
        fc.integer({ min: 3, max: 60 }),
        fc.integer({ min: 20, max: 200 }),
        fc.nat({ max: 60 }),
        fc.constantFrom(...panes),
        fc.boolean(),
        (texts, rows, columns, chosen, pane, log) => {
          const workers = texts.map((each, index) =>
            worker(`T-${index}-aaaa`, {
              reason: each,
              activities: [{ ...activity, text: each }],
            }),
          );
          const shown = topScreen(
            {
              ...model(workers, Math.min(chosen, Math.max(0, workers.length - 1)), pane),
              note: texts[0] ?? '',
              ...(log ? { instead: { title: texts[0] ?? '', lines: texts, from: chosen } } : {}),
            },
            { columns, rows, colour: false },
          );
          expect(shown).toHaveLength(rows);
          for (const line of shown) expect(columnsOf(line)).toBeLessThanOrEqual(columns);
        },
      ),
    );
  });

  it('takes the escapes of a terminal out of what workers say', () => {
    for (const pane of panes) {
      const shown = topScreen(
        model(
          [
            worker('T', {
              reason: 'a\u001b[2Jb\u0007',
              activities: [{ ...activity, text: 'a\u001b[2Jb\u0007' }],
            }),
          ],
          0,
          pane,
        ),
        { columns: 80, rows: 24, colour: false },
      );
      expect(shown.join('')).not.toMatch(/[\u0000-\u001f]/);
      expect(shown.join('\n')).toMatch(/a.{0,8}b/);
    }
  });
});
