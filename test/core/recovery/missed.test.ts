import { describe, expect, it } from 'vitest';
import { heardLines, heardOf, heardText } from '../../../src/core/recovery/missed.ts';
import { newRecordView, viewItem } from '../../../src/core/recovery/record-view.ts';
import type { Recovery } from '../../../src/core/recovery/recovery.ts';
import { foldItem, newFold } from '../../../src/core/snapshot/fold.ts';
import { summaryOf } from '../../../src/core/snapshot/summary.ts';
import { openRecoveryWith } from './recoveries.ts';

const time = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 0, minutes)).toISOString();
const boundary = (id: string, minutes?: number) => ({
  id,
  offset: 0,
  trigger: 'auto' as const,
  ...(minutes !== undefined && { time: time(minutes) }),
});
const began = [{ at: time(0), source: 'startup' }] as never;
const armed = (minutes: number, more: Partial<Recovery> = {}): Recovery => ({
  ...openRecoveryWith([]),
  armedAt: time(minutes),
  ...more,
});
const heard = (
  boundaries: ReturnType<typeof boundary>[],
  recoveries: Recovery[],
  more: { sources?: never; answered?: boolean } = {},
) =>
  heardOf(
    { boundaries, answeredAfterBoundary: more.answered ?? true },
    { recoveries, sources: more.sources ?? began },
  );

describe('compactions of a record beside what events told of', () => {
  it('are known by one id to snapshots and to recoveries, with an id of the record and without', () => {
    for (const id of [undefined, 'b1', 'x'.repeat(300)]) {
      const item = { type: 'boundary', trigger: 'auto', at: { offset: 40, line: 3 }, id } as never;
      const view = newRecordView();
      viewItem(view, item);
      const fold = newFold();
      foldItem(fold, item);
      const { boundaries } = summaryOf(fold);
      expect(boundaries.map((one) => one.id)).toEqual(view.boundaries.map((one) => one.id));
      expect(boundaries).toHaveLength(1);
    }
  });

  it('before the session was heard of are told apart, but for those that a recovery knows', () => {
    const all = [boundary('A', -20), boundary('B', -10), boundary('C', 0), boundary('D')];
    const ids = (recoveries: Recovery[]) =>
      heard(all, recoveries).before.map((one) => one.boundary);
    expect(ids([])).toEqual(['A', 'B']);
    expect(ids([armed(5, { boundary: 'A' })])).toEqual(['B']);
    expect(ids([armed(5, { boundary: 'A' }), armed(6, { boundary: 'X' })])).toEqual(['B']);
    expect(ids([armed(300)])).toEqual(['A', 'B']);
    expect(
      heardOf({ boundaries: all, answeredAfterBoundary: true }, { recoveries: [], sources: [] })
        .before,
    ).toEqual([]);
  });

  it('are told of by an event, found later, or missed', () => {
    const all = [boundary('A', 10), boundary('B', 60), boundary('C', 120)];
    const recoveries = [armed(10, { boundary: 'A' }), armed(61, { boundary: 'B', by: 'record' })];
    expect(heard(all, recoveries)).toEqual({
      boundaries: 3,
      fired: 1,
      found: 1,
      late: [{ boundary: 'B', at: time(60), trigger: 'auto' }],
      missed: [{ boundary: 'C', at: time(120), trigger: 'auto' }],
      before: [],
    });
  });

  it('of the last one nothing need be known while no answer follows it', () => {
    const all = [boundary('A', 10), boundary('B', 60)];
    expect(heard(all, [], { answered: false })).toEqual({
      boundaries: 2,
      fired: 0,
      found: 0,
      late: [],
      missed: [{ boundary: 'A', at: time(10), trigger: 'auto' }],
      before: [],
      waiting: true,
    });
    const known = heard(all, [armed(60, { boundary: 'B' })], { answered: false });
    expect(known).toMatchObject({ fired: 1, missed: [{ boundary: 'A' }] });
    expect(known.waiting).toBeUndefined();
    expect(heard([], [], { answered: false })).toEqual({
      boundaries: 0,
      fired: 0,
      found: 0,
      late: [],
      missed: [],
      before: [],
    });
  });

  it('wait only where the very last one is not heard of, however many were missed before', () => {
    const all = [boundary('A', 10), boundary('B', 60), boundary('C', 120)];
    const ids = (recoveries: Recovery[]) => {
      const { missed, waiting } = heard(all, recoveries, { answered: false });
      return [missed.map((one) => one.boundary).join(''), waiting];
    };
    expect(ids([])).toEqual(['AB', true]);
    expect(ids([armed(120, { boundary: 'C' })])).toEqual(['AB', undefined]);
    expect(ids([armed(10, { boundary: 'A' }), armed(60, { boundary: 'B' })])).toEqual(['', true]);
  });

  it('that have their recovery are no other one’s, and a recovery has one of them', () => {
    const two = [boundary('A', 20), boundary('B', 25)];
    expect(heard(two, [armed(20, { boundary: 'A' })]).missed).toMatchObject([{ boundary: 'B' }]);
    const both = heard(two, [armed(20, { boundary: 'A' }), armed(21)]);
    expect(both).toMatchObject({ fired: 2, missed: [] });
    // One without a time is taken for the recovery's own.
    expect(heard([boundary('C')], [armed(300)])).toMatchObject({ fired: 1, missed: [] });
  });

  it('belong to the recovery that is nearest in time, within a quarter of an hour', () => {
    const missed = (minutes: number) =>
      heard([boundary('A', 20), boundary('B', 40)], [armed(minutes)]).missed.map(
        (one) => one.boundary,
      );
    expect([missed(25), missed(35), missed(5), missed(55)]).toEqual([['B'], ['A'], ['B'], ['A']]);
    expect([missed(4), missed(56)]).toEqual([
      ['A', 'B'],
      ['A', 'B'],
    ]);
    // Of two that are as near the first.
    expect(missed(30)).toEqual(['B']);
    const taken = heard([boundary('A', 20)], [armed(20, { boundary: 'A' }), armed(21)]);
    expect(taken).toMatchObject({ fired: 1, missed: [] });
  });

  it('from before the session was heard of are history', () => {
    const later = [{ at: time(30), source: 'resume' }] as never;
    const all = [boundary('A', 29), boundary('B', 30), boundary('C')];
    expect(heard(all, [], { sources: later }).missed.map((one) => one.boundary)).toEqual(['B']);
    expect(heard([boundary('C')], []).missed).toStrictEqual([{ boundary: 'C', trigger: 'auto' }]);
    // The first thing that is known counts, be it an announcement.
    const announced = armed(31, { announced: { at: time(28), steered: 0 }, boundary: 'X' });
    expect(heard(all, [announced], { sources: later }).boundaries).toBe(2);
    const none = { recoveries: [], sources: [] };
    expect(heardOf({ boundaries: all, answeredAfterBoundary: true }, none).boundaries).toBe(0);
  });

  it('are kept apart where they came before the first event of the session', () => {
    const later = [{ at: time(30), source: 'resume' }] as never;
    const all = [boundary('A', 10), boundary('B', 20), boundary('C', 60)];
    const found = heard(all, [armed(60, { boundary: 'C' })], { sources: later });
    expect(found).toMatchObject({ boundaries: 1, fired: 1, missed: [] });
    expect(found.before.map((one) => one.boundary)).toEqual(['A', 'B']);
    // Two compactions a minute before one that was heard of.
    const close = heard([...all.slice(0, 2), boundary('D', 31)], [armed(31)], { sources: later });
    expect(close.before.map((one) => one.boundary)).toEqual(['A', 'B']);
    // The event of a compaction is the first of its session.
    const first = [{ at: time(21), source: 'unknown' }] as never;
    const own = heard(all.slice(0, 2), [armed(21)], { sources: first });
    expect(own.before.map((one) => one.boundary)).toEqual(['A']);
  });

  it('are told in words, each that was missed on a line', () => {
    const one = { boundaries: 1, fired: 1, found: 0, late: [], missed: [], before: [] };
    expect(heardText(one)).toBe('1 compaction in the transcript: an event told of 1');
    const more = {
      boundaries: 4,
      fired: 1,
      found: 1,
      late: [{ boundary: 'L', at: time(3), trigger: 'auto' }],
      missed: [
        { boundary: 'A', trigger: 'auto' },
        { boundary: 'B', at: time(5), trigger: 'manual' },
      ],
      before: [{ boundary: 'E', at: time(1), trigger: 'auto' }],
      waiting: true as const,
    };
    expect(heardLines(more)).toEqual([
      '5 compactions in the transcript: 1 before the first event of this session, an event told of 1, 1 found in the transcript later, 2 missed, the last one waits for the next event',
      '  before       2026-01-01 00:01:00 UTC  (auto, E): before the first event, no brief went out',
      `  found later  2026-01-01 00:03:00 UTC  (auto, L): no event came when it happened, a later one found it`,
      '  missed       at an unknown time  (auto, A): no event came, no brief went out',
      `  missed       2026-01-01 00:05:00 UTC  (manual, B): no event came, no brief went out`,
    ]);
    expect(heardLines({ ...one, boundaries: 0 })).toEqual([]);
  });
});
