import { describe, expect, it } from 'vitest';
import { newRecordView, type RecordView } from '../../../src/core/recovery/record-view.ts';
import type { Recovery } from '../../../src/core/recovery/recovery.ts';
import { isNewRewind, undo, undoneBy } from '../../../src/core/recovery/rewound.ts';
import { deliveryMark } from '../../../src/core/recovery/token.ts';
import { mustContinue, mustTellPerson } from '../../../src/core/recovery/turn-end.ts';
import { openRecoveryWith } from './recoveries.ts';

const at = (second: number) => `2026-01-01T00:00:0${second}.000Z`;
const file = (path: string, more: object = {}) => ({ path, role: 'task', hash: 'h', ...more });
const recovery = (more: Partial<Recovery> = {}) => openRecoveryWith([], more);
const text = `${deliveryMark('c1-abcdef')} what must be known`;
const brief = (second: number) => ({ at: at(second), via: 'prompt', text, stub: false });
const view = (more: Partial<RecordView> = {}): RecordView => ({
  ...newRecordView(),
  rewinds: [{ at: 50, since: at(4) }],
  ...more,
});

describe('turns that were taken back', () => {
  it('are looked at once for each rewind', () => {
    const rewound = { left: [], at: 0 } as never;
    const isNew = (more: Partial<Recovery>, place = 0) =>
      isNewRewind(
        recovery(more),
        view({ rewound: { ...(rewound as object), at: place } as never }),
      );
    expect([isNew({}), isNew({ rewoundAt: 0 }), isNew({ rewoundAt: 0 }, 1)]).toEqual([
      true,
      false,
      true,
    ]);
    expect(isNew({ released: { at: at(1), why: 'person' } })).toBe(false);
    expect(isNewRewind(recovery(), view())).toBe(false);
    expect(isNewRewind(undefined, view({ rewound }))).toBe(false);
  });

  it('undo what was read in them, whole or in part, and nothing before', () => {
    const one = recovery({
      obligations: [
        file('/w/before', { met: 'read', metAt: at(3) }),
        file('/w/at', { met: 'read', metAt: at(4) }),
        file('/w/part', { shown: { hash: 'h', ranges: [[1, 2]], at: at(5) } }),
        file('/w/early', { shown: { hash: 'h', ranges: [[1, 2]], at: at(3) } }),
        file('/w/host', { met: 're-attached' }),
        file('/w/brief', { met: 'inlined' }),
      ],
    });
    expect(undoneBy(one, view(), false)).toEqual({
      brief: false,
      files: ['/w/at', '/w/part'],
      questions: [],
    });
    const nothing = { brief: false, files: [], questions: [] };
    expect(undoneBy(one, view({ rewinds: undefined }), false)).toEqual(nothing);
    expect(undoneBy(one, view({ rewinds: [{ at: 50 }] }), false)).toEqual(nothing);
    expect(undoneBy({ ...one, rewoundAt: 50 }, view(), false)).toEqual(nothing);
    expect(undoneBy({ ...one, rewoundAt: 49 }, view(), false).files).toHaveLength(2);
    const two = view({
      rewinds: [
        { at: 0, since: at(4) },
        { at: 60, since: at(9) },
      ],
    });
    expect(undoneBy(one, two, false).files).toEqual(['/w/at', '/w/part']);
  });

  it('undo the brief that the record shows no more, and what it held', () => {
    const one = recovery({
      briefs: [brief(2)],
      delivered: { at: at(3), proof: 'record' },
      obligations: [file('/w/a', { met: 'inlined' }), file('/w/b', { met: 're-attached' })],
    });
    expect(undoneBy(one, view(), false)).toEqual({ brief: true, files: ['/w/a'], questions: [] });
    expect(undoneBy(one, view({ injected: [text] }), false).brief).toBe(false);
    expect(undoneBy({ ...one, delivered: undefined }, view(), false).brief).toBe(false);
  });

  it('undo the brief by its time where the record does not show what was told', () => {
    const told = (second: number) =>
      undoneBy(recovery({ briefs: [brief(second)] }), view(), true).brief;
    expect([told(3), told(4), told(5)]).toEqual([false, true, true]);
    expect(undoneBy(recovery(), view(), true).brief).toBe(false);
  });

  it('undo answers that were given in them', () => {
    const one = recovery({
      questions: ['a', 'b', 'c'],
      answered: ['a', 'b', 'c'],
      answeredAt: { a: at(3), b: at(5) },
    });
    expect(undoneBy(one, view(), false).questions).toEqual(['b']);
    expect(undoneBy({ ...one, answeredAt: undefined }, view(), false).questions).toEqual([]);
  });

  it('open a recovery again, with all that has to be done once more', () => {
    const ended = () =>
      recovery({
        met: at(6),
        briefs: [brief(2)],
        delivered: { at: at(3), proof: 'record' },
        warned: true,
        answered: ['a', 'b'],
        obligations: [
          file('/w/a', { met: 'read', metAt: at(5), shown: { hash: 'h', ranges: [] } }),
          file('/w/b', { met: 'read', metAt: at(5) }),
        ],
      });
    const without = (undone: object) => {
      const one = ended();
      undo(one, { brief: false, files: [], questions: [], ...undone });
      return one;
    };
    expect(without({})).toEqual(ended());
    const told = without({ brief: true });
    expect(told).toMatchObject({ undelivered: true, warned: false, undoneBriefs: 1 });
    expect([told.met, told.delivered]).toEqual([undefined, undefined]);
    undo(told, { brief: true, files: [], questions: [] });
    expect(told.undoneBriefs).toBe(2);
    const read = without({ files: ['/w/a'] });
    expect(read.met).toBeUndefined();
    expect(read.delivered).toBeDefined();
    expect(read.obligations).toEqual([file('/w/a'), file('/w/b', { met: 'read', metAt: at(5) })]);
    const answered = without({ questions: ['a'] });
    expect([answered.met, answered.answered]).toEqual([undefined, ['b']]);
  });
});

describe('the end of a turn that was continued', () => {
  const owing = (more: Partial<Recovery> = {}) =>
    openRecoveryWith([file('/w/a')], { continued: true, ...more });

  it('is told to the person once where something is unread', () => {
    expect(mustTellPerson(owing())).toBe(true);
    for (const other of [
      undefined,
      owing({ continued: false }),
      owing({ letGo: true }),
      owing({ reopened: true }),
      owing({ met: at(1) }),
      owing({ obligations: [] }),
    ])
      expect(mustTellPerson(other)).toBe(false);
  });

  it('is never asked for where only a cleared text is unread', () => {
    const plain = { asked: false, stopped: false };
    expect(mustContinue(owing({ continued: false }), plain)).toBe(true);
    expect(mustContinue(owing({ continued: false, reopened: true }), plain)).toBe(false);
  });
});
