import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Arm } from '../../bench/survival/arms/arm.ts';
import { caseId, plainTold } from '../../bench/survival/arms/arm.ts';
import { boundariesOf } from '../../bench/survival/cases/session.ts';
import { differenceOf, median, rateOf } from '../../bench/survival/score/bootstrap.ts';
import { chainCells, halfLife } from '../../bench/survival/score/chain.ts';
import { duplicateCells } from '../../bench/survival/score/duplicate.ts';
import { needCells } from '../../bench/survival/score/need.ts';
import { recallCells } from '../../bench/survival/score/recall.ts';
import { rescueOf } from '../../bench/survival/score/rescue.ts';
import { mustStand, verbatimCells } from '../../bench/survival/score/verbatim.ts';
import { mayHoldRule } from '../../bench/survival/truth/rule-words.ts';
import type { Case } from '../../bench/survival/truth/truth.ts';
import { casesOf } from '../../bench/survival/truth/truth.ts';
import { MadeSession } from './made-session.ts';

const cells = (sessions: number, hits: number, total: number) =>
  Array.from({ length: sessions }, (_, at) => ({ cluster: `s${at}`, hits, total }));

function arm(cases: readonly Case[], ...texts: string[]): Arm {
  const told = new Map(cases.map((one, at) => [caseId(one), plainTold(texts[at] ?? '')]));
  return { id: 'made', title: 'made', version: '', told };
}

describe('a rate', () => {
  it('claims nothing below ten sessions', () => {
    expect(rateOf(cells(9, 1, 2))).toEqual({ hits: 9, total: 18, rate: 0.5, sessions: 9 });
    expect(rateOf(cells(10, 1, 2))).toMatchObject({ low: 0.5, high: 0.5, sessions: 10 });
    expect(rateOf([])).toEqual({ hits: 0, total: 0, rate: undefined, sessions: 0 });
  });

  it('counts sessions and not facts, and none that has nothing to count', () => {
    const many = Array.from({ length: 30 }, () => ({ cluster: 'one', hits: 1, total: 1 }));
    expect(rateOf(many)).toEqual({ hits: 30, total: 30, rate: 1, sessions: 1 });
    expect(rateOf([...cells(9, 1, 2), { cluster: 'empty', hits: 0, total: 0 }]).sessions).toBe(9);
  });

  it('has an interval that holds it, the same at every run', () => {
    const some = fc.array(fc.tuple(fc.nat(20), fc.integer({ min: 1, max: 20 })), {
      minLength: 10,
      maxLength: 25,
    });
    fc.assert(
      fc.property(some, (pairs) => {
        const made = pairs.map(([hits, more], at) => ({
          cluster: `s${at}`,
          hits,
          total: hits + more,
        }));
        const rate = rateOf(made);
        expect(rateOf(made)).toEqual(rate);
        expect(rate.low!).toBeLessThanOrEqual(rate.high!);
        expect(rate.low!).toBeGreaterThanOrEqual(0);
        expect(rate.high!).toBeLessThanOrEqual(1);
      }),
      { numRuns: 20 },
    );
  });

  it('pairs two arms session by session', () => {
    const same = Array.from({ length: 12 }, (_, at) => ({
      cluster: `s${at}`,
      hits: at % 3,
      total: 3,
    }));
    expect(differenceOf(same, same)).toMatchObject({ difference: 0, low: 0, high: 0 });
    expect(differenceOf(cells(12, 3, 4), cells(12, 1, 4))).toMatchObject({
      difference: 0.5,
      low: 0.5,
      high: 0.5,
    });
    expect(differenceOf(cells(3, 3, 4), cells(3, 1, 4))).toEqual({ difference: 0.5, sessions: 3 });
  });

  it('takes the middle for the median', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
    expect(median([])).toBe(0);
  });
});

describe('the scores of a text', () => {
  const made = new MadeSession()
    .prompt('Write the date parser, never touch gen.ts please.')
    .edit('src/date.ts')
    .read('src/time.ts')
    .compacted('The parser in date.ts was written.')
    .edit('src/date.ts')
    .shell('npm test', 'ok')
    .read('src/date.ts')
    .read('src/date.ts')
    .read('src/zone.ts')
    .compacted('Tests ran.');
  const cases = casesOf(made.session());

  it('counts what stands in the text, alone, with the summary, and in its beginning', () => {
    const own = arm(cases, 'time.ts and some more', '');
    const kinds = ['file.modified', 'file.read_only'] as const;
    const hits = (options = {}) =>
      recallCells(own, cases.slice(0, 1), kinds, options).map(
        (cell) => `${cell.hits}/${cell.total}`,
      );
    expect(hits()).toEqual(['1/2']);
    expect(hits({ withHost: true })).toEqual(['2/2']);
    expect(hits({ limit: 4 })).toEqual(['0/2']);
  });

  it('loses a hit when the fact is taken out of the text', () => {
    const before = recallCells(arm(cases, 'src/time.ts'), cases.slice(0, 1), ['file.read_only']);
    const after = recallCells(arm(cases, 'src/'), cases.slice(0, 1), ['file.read_only']);
    expect([before[0]!.hits, after[0]!.hits]).toEqual([1, 0]);
  });

  it('tells what is given back of what the summary lost, for each thousand characters', () => {
    const text = 'src/time.ts'.padEnd(500, '.');
    const rescue = rescueOf(arm(cases, text), cases.slice(0, 1), [
      'file.modified',
      'file.read_only',
    ]);
    expect(rescue).toMatchObject({
      lost: 1,
      rescued: 1,
      share: 1,
      characters: 500,
      perThousand: 2,
    });
  });

  it('asks at the later boundary for what was true at the earlier', () => {
    const own = arm(cases, '', 'date.ts');
    const at = (generation: number) => chainCells(own, cases, ['file.modified'], generation, false);
    expect(at(1).map((cell) => `${cell.hits}/${cell.total}`)).toEqual(['0/1', '1/1']);
    expect(at(2).map((cell) => `${cell.hits}/${cell.total}`)).toEqual(['1/1']);
    expect(at(3)).toEqual([]);
  });

  it('gives a half-life from the first two compactions', () => {
    expect(halfLife(1, 0.5)).toBe(2);
    expect(halfLife(0.8, 0.8)).toBeUndefined();
    expect(halfLife(0.8, 0)).toBe(1);
  });

  it('counts what the next calls used of what was told', () => {
    const own = arm(cases, 'date.ts and time.ts');
    expect(needCells(own, cases.slice(0, 1), false, 'next')).toMatchObject([{ hits: 1, total: 2 }]);
    expect(needCells(own, cases.slice(1), false, 'next')).toEqual([]);
  });

  it('counts words that the summary has too, in runs of four', () => {
    const own = arm(cases, 'the parser in date.ts and some thing else');
    expect(duplicateCells(own, cases.slice(0, 1))).toMatchObject([{ hits: 5, total: 9 }]);
  });
});

describe('word for word', () => {
  it('asks for messages that hold a rule word and are short', () => {
    expect(mayHoldRule('Don’t touch it')).toBe(true);
    expect(mayHoldRule('Fix the parser')).toBe(false);
    expect(mayHoldRule(`never ${'x'.repeat(1_200)}`)).toBe(false);
  });

  it('wants the first 240 characters unbroken, of every message so far', () => {
    const long = `Never change ${'one two '.repeat(60)}`.trim();
    const made = new MadeSession().prompt(long).compacted('a').prompt('do not push').compacted('b');
    const cases = casesOf(made.session());
    const start = mustStand(long);
    expect(start).toHaveLength(240);
    const rate = (text: string) => verbatimCells(arm(cases, '', text), cases, false)[1];
    expect(rate(`"${start}" and do not push`)).toMatchObject({ hits: 2, total: 2 });
    expect(rate(`"${start.slice(0, 239)}" and do not push`)).toMatchObject({ hits: 1 });
    expect(rate('do not ever push')).toMatchObject({ hits: 0 });
  });

  it('keeps boundaries in their order', () => {
    expect(boundariesOf(new MadeSession().compacted('a').compacted('b').session())).toHaveLength(2);
  });
});
