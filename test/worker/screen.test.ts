import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KnownWorker } from '../../src/app/worker/records.ts';
import { newWorkerState } from '../../src/core/worker/launch.ts';
import { columnsOf } from '../../src/entry/cli/columns.ts';
import { workersScreen } from '../../src/entry/cli/workers-screen.ts';

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
const model = (workers: KnownWorker[], chosen = 0) => ({
  workers,
  requests: [],
  chosen,
  note: '',
  nowMs: Date.parse(time) + 120_000,
});

describe('[R45] the live view of workers', () => {
  it('shows what each does, its context and compactions, and of the chosen one the last activities', () => {
    const spent = { inputTokens: 120_000, outputTokens: 400, contextTokens: 84_000, toolUses: 3 };
    const lines = workersScreen(
      model(
        [
          worker('T-1-aaaa', { activities: [activity], spent, compactions: 2 }),
          worker('T-2-bbbb', { status: 'failed', reason: 'The client ended with code 3.' }),
        ],
        0,
      ),
      { columns: 80, rows: 24, colour: false },
    );
    expect(lines).toHaveLength(24);
    expect(lines[0]).toBe('2 workers, 1 running');
    expect(lines[2]).toMatch(/^> {2}T-1-aaaa {2}running +2m {2}claude-code +84k +2 {2}Bash make/);
    expect(lines[3]).toContain('failed');
    expect(lines.join('\n')).toMatch(/120400 tokens, 3 tool uses, 1 run, \d+ restarts?$/m);
    expect(lines.join('\n')).toContain('00:00:00  tool        Bash make all');
    expect(lines.at(-1)).toBe(
      'up/down choose   l log   k stop   r resume   a allow   d deny   q quit',
    );
  });

  it('fits onto every screen, with any number of workers, whatever they say', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 200 });
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 40 }),
        fc.integer({ min: 3, max: 60 }),
        fc.integer({ min: 20, max: 200 }),
        fc.nat({ max: 60 }),
        fc.boolean(),
        (texts, rows, columns, chosen, log) => {
          const workers = texts.map((each, index) =>
            worker(`T-${index}-aaaa`, {
              reason: each,
              activities: [{ ...activity, text: each }],
            }),
          );
          const shown = workersScreen(
            {
              ...model(workers, Math.min(chosen, Math.max(0, workers.length - 1))),
              note: texts[0] ?? '',
              ...(log ? { log: texts } : {}),
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
    const shown = workersScreen(
      model([worker('T', { activities: [{ ...activity, text: 'a\u001b[2Jb\u0007' }] })]),
      { columns: 80, rows: 24, colour: false },
    );
    expect(shown.join('')).not.toMatch(/[\u0000-\u001f]/);
    expect(shown.join('\n')).toMatch(/a.{0,8}b/);
  });
});
