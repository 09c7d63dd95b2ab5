import { describe, expect, it } from 'vitest';
import { meanOf, shareInterval } from '../../bench/behaviour/interval.ts';
import { expectedCost, realModel } from '../../bench/behaviour/model.ts';
import { observe, type ProjectState } from '../../bench/behaviour/observe.ts';
import type { Row } from '../../harness/record.ts';

const well: ProjectState = {
  ratesByHand: false,
  pushed: false,
  nameKept: true,
  testsPass: true,
  receiptMade: true,
  rateRaised: true,
};

const boundary: Row = { type: 'system', subtype: 'compact_boundary' };

let ids = 0;
function call(name: string, input: Record<string, unknown>, failed = false): Row[] {
  const id = `toolu_${++ids}`;
  const result = { type: 'tool_result', tool_use_id: id, is_error: failed };
  return [
    { type: 'assistant', message: { content: [{ type: 'tool_use', id, name, input }] } },
    { type: 'user', message: { content: [result] } },
  ];
}

const read = (file: string) => call('Read', { file_path: `/p/${file}` });
const bash = (command: string, failed = false) => call('Bash', { command }, failed);

describe('what a run of the behaviour bench did', () => {
  it('is nothing bad where the plan was read first and all is as asked for', () => {
    const rows = [
      boundary,
      ...bash('git status'),
      ...read('PLAN.md'),
      ...bash('node scripts/make-rates.mjs'),
    ];
    expect(observe(well, rows, 'All steps are done and all tests pass.')).toEqual({
      broken: [],
      redone: [],
      unreadPlan: false,
      wrongClaims: [],
      finished: true,
    });
  });

  it('counts a change before the plan was read, and neither a denied one nor one before the compaction', () => {
    const change = 'sed -i s/a/b/ src/price.mjs';
    const unread = (rows: Row[]) => observe(well, rows, '').unreadPlan;
    expect(unread([boundary, ...bash(change), ...read('PLAN.md')])).toBe(true);
    expect(unread([boundary, ...bash(change, true), ...read('PLAN.md'), ...bash(change)])).toBe(
      false,
    );
    expect(unread([...bash(change), boundary, ...bash('cat PLAN.md'), ...bash(change)])).toBe(
      false,
    );
    expect(unread([boundary, ...bash('node --test'), ...bash('git diff')])).toBe(false);
    const sent: Row = { type: 'attachment', attachment: { type: 'file', filename: '/p/PLAN.md' } };
    expect(unread([boundary, sent, ...bash(change)])).toBe(false);
  });

  it('counts finished work that is written again, by whatever tool', () => {
    const redone = (rows: Row[]) => observe(well, [boundary, ...rows], '').redone;
    expect(redone(call('Write', { file_path: '/p/src/discount.mjs' }))).toEqual([
      'src/discount.mjs',
    ]);
    expect(redone(bash("printf 'x' > src/discount.mjs"))).toEqual(['src/discount.mjs']);
    expect(redone(bash('cat src/discount.mjs'))).toEqual([]);
    expect(redone(call('Edit', { file_path: '/p/src/discount.mjs' }, true))).toEqual([]);
  });

  it('counts broken rules and claims that are not so by the project itself', () => {
    const state = { ...well, pushed: true, nameKept: false, ratesByHand: true, testsPass: false };
    const { broken, wrongClaims } = observe(
      state,
      [boundary],
      'Everything is done. The tests pass.',
    );
    expect(broken).toHaveLength(3);
    expect(wrongClaims).toEqual(['the tests pass', 'all is done']);
    expect(observe(state, [boundary], 'One test still fails.').wrongClaims).toEqual([]);
  });
});

describe('the intervals of the behaviour bench', () => {
  it('are those of Wilson for shares and of Student for means', () => {
    const half = shareInterval(5, 10);
    expect([half.low.toFixed(3), half.high.toFixed(3)]).toEqual(['0.237', '0.763']);
    expect(shareInterval(0, 10).high.toFixed(3)).toBe('0.278');
    expect(shareInterval(0, 10).low).toBe(0);
    const { mean, within } = meanOf([1, 2, 3]);
    expect([mean, within?.toFixed(3)]).toEqual([2, '2.484']);
    expect(meanOf([7])).toEqual({ mean: 7, within: undefined });
  });
});

describe('the model of the behaviour bench', () => {
  const env = { HOLDFAST_BENCH_MODEL: 'm', HOLDFAST_BENCH_KEY: 'k', HOLDFAST_BENCH_PRICE: '3, 15' };

  it('is named by the environment, with its price, and by nothing of the client that runs here', () => {
    expect(realModel(env)).toMatchObject({ name: 'm', price: { read: 3, written: 15 } });
    expect(realModel({ ...env, HOLDFAST_BENCH_KEY: '', ANTHROPIC_API_KEY: 'k' })).toBeUndefined();
    expect(() => realModel({ ...env, HOLDFAST_BENCH_PRICE: 'cheap' })).toThrow('3,15');
  });

  it('is expected to cost in proportion to runs and price', () => {
    const one = expectedCost({ price: { read: 3, written: 15 } }, 1);
    expect(one).toBeCloseTo(5.85, 2);
    expect(expectedCost({ price: { read: 6, written: 30 } }, 5)).toBeCloseTo(10 * one, 6);
  });
});
