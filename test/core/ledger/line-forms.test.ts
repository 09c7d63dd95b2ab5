import { describe, expect, it } from 'vitest';
import { readLines } from '../../../src/core/ledger/lines.ts';

const call = {
  v: 1,
  kind: 'call',
  id: 'c1',
  source: 'record',
  began: 1,
  tool: 'Bash',
  does: 'shell',
  paths: ['/w/a'],
  outcome: 'ok',
};
const answer = {
  v: 1,
  kind: 'answer',
  id: 'a1',
  source: 'record',
  began: 2,
  by: 'prompt',
  question: 'Shall I?',
  answer: 'yes',
};
const mark = { v: 1, kind: 'read', record: '/r', cursor: { offset: 1 }, order: 7 };
const back = { v: 1, kind: 'taken-back', calls: ['c1'], rows: ['r1'] };
const reading = (...lines: unknown[]) =>
  readLines(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));

/** Forms that a member may have, and some that it may not. */
const forms: [string, object, [string, unknown[], unknown[]][]][] = [
  [
    'a call',
    call,
    [
      ['v', [], [2, '1', undefined]],
      ['kind', [], ['tool', undefined]],
      ['id', ['x'], [1, undefined]],
      ['source', ['hook', 'claimed'], ['guess', 1, undefined]],
      ['began', [0], ['1', undefined]],
      ['agent', ['x', undefined], [1, null]],
      [
        'within',
        [{ from: 1, to: 2 }, undefined],
        [null, { from: 1 }, { to: 1 }, { from: '1', to: 2 }],
      ],
      ['tool', [], [1, undefined]],
      ['does', [], [1, undefined]],
      ['paths', [[]], ['/w/a', [1], ['/w', 1], undefined]],
      ['outcome', ['failed', 'denied', 'interrupted', 'unknown'], ['good', undefined]],
      ['command', ['ls'], [1]],
      ['cwd', ['/w'], [1]],
      ['exitCode', [1], ['1']],
      ['spawned', ['x'], [1]],
      ['over', [3], ['3']],
      ['changed', [[], [{ path: '/w/a' }]], ['x', [{}], [null], [{ path: '/w' }, { path: 1 }]]],
      ['shown', [[], [{ path: '/w/a' }]], ['x', [{}], [null], [{ path: '/w' }, { path: 1 }]]],
    ],
  ],
  [
    'an answer',
    answer,
    [
      ['by', ['dialog'], ['guess', undefined]],
      ['question', [], [1, undefined]],
      ['answer', [], [1, undefined]],
    ],
  ],
  [
    'how far the record was read',
    mark,
    [
      ['v', [], [2]],
      ['kind', [], ['seen']],
      ['record', [], [1, undefined]],
      ['order', [], ['7', undefined]],
      ['cursor', [], [null, 1, undefined]],
      ['agent', ['x'], [1]],
      ['cwd', ['/w'], [1]],
      ['question', ['Shall I?'], [1]],
    ],
  ],
  [
    'what was taken back',
    back,
    [
      ['v', [], [2]],
      ['kind', [], ['taken']],
      ['agent', ['x'], [1]],
      ['calls', [[]], ['c1', [1], undefined]],
      ['rows', [[]], ['r1', [1], undefined]],
    ],
  ],
];

describe('a line of a ledger', () => {
  it.each(forms)('is %s only where every member has its form', (_, sound, members) => {
    expect(reading(sound).skipped).toBe(0);
    for (const [member, may, mayNot] of members) {
      for (const value of may)
        expect(reading({ ...sound, [member]: value }).skipped, `${member} ${value}`).toBe(0);
      for (const value of mayNot)
        expect(
          reading({ ...sound, [member]: value }),
          `${member} ${JSON.stringify(value)}`,
        ).toMatchObject({ skipped: 1, entries: [] });
    }
  });

  it('is skipped where it is no object, and the others are read', () => {
    const { skipped, entries } = readLines(`1\n"x"\nnull\n[]\n{"v":1\n${JSON.stringify(call)}\n\n`);
    expect(skipped).toBe(5);
    expect(entries).toEqual([call]);
  });

  it('of what was read and taken back is kept for its agent, the last of each', () => {
    const of = (agent: string) => ({ ...mark, agent });
    const found = reading(mark, of('a'), { ...of('a'), order: 9 }, { ...mark, order: 8 }, back, {
      ...back,
      agent: 'a',
      calls: [],
    });
    expect(found.mark).toEqual({ ...mark, order: 8 });
    expect([...found.agents]).toEqual([['a', { ...mark, agent: 'a', order: 9 }]]);
    expect([...found.takenBack]).toEqual([
      ['', back],
      ['a', { ...back, agent: 'a', calls: [] }],
    ]);
  });
});

describe('what an event told', () => {
  const told = { ...call, id: 'e', source: 'hook', began: 0 };
  const placeOf = (...lines: unknown[]) => reading(...lines, told).entries.at(-1);

  it('stands behind all that was read of the record before its line', () => {
    expect(placeOf()).toMatchObject({ told: 1, began: 0 });
    expect(placeOf()).not.toHaveProperty('ended');
    expect(placeOf()).not.toHaveProperty('within');
    expect(placeOf(call)).toMatchObject({ told: 2, began: 1 });
    expect(placeOf({ ...call, ended: 4 })).toMatchObject({ began: 4 });
    expect(placeOf({ ...call, ended: 4, over: 6 })).toMatchObject({ began: 6 });
    expect(placeOf({ ...call, ended: 4 }, call)).toMatchObject({ told: 3, began: 4 });
    expect(placeOf(answer)).toMatchObject({ began: 2 });
    expect(placeOf(mark)).toMatchObject({ began: 7 });
    expect(placeOf(mark, { ...mark, order: 3 })).toMatchObject({ began: 7 });
    expect(placeOf({ ...call, source: 'claimed', began: 5 })).toMatchObject({ began: 0 });
    expect(placeOf({ ...told, began: 5 })).toMatchObject({ told: 2, began: 0 });
    expect(reading(mark, { ...told, ended: 0 }).entries).toMatchObject([{ began: 7, ended: 7 }]);
  });

  it('of an agent stands behind what was read of it, and within what was read of the session', () => {
    const lines = [mark, { ...mark, agent: 'a', order: 3 }, { ...call, agent: 'a', began: 4 }];
    expect(reading(...lines, { ...told, agent: 'a' }).entries.at(-1)).toMatchObject({
      began: 4,
      within: { from: 7, to: 7 },
    });
    expect(reading({ ...told, agent: 'a' }).entries).toMatchObject([
      { began: 0, within: { from: 0, to: 0 } },
    ]);
    expect(reading(...lines, told).entries.at(-1)).toMatchObject({ began: 7 });
  });
});
