import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type TailMessage, tailStart } from '../../../src/core/own-compaction/tail.ts';

const call = (id: string, length = 10): TailMessage => ({
  role: 'assistant',
  length,
  calls: [id],
  results: [],
});
const result = (id: string, length = 10): TailMessage => ({
  role: 'user',
  length,
  calls: [],
  results: [id],
});

describe('the tail that stays as it is', () => {
  it('begins with a call and never with a result', () => {
    const messages = [call('a'), result('a'), call('b'), result('b')];
    expect(tailStart(messages, 100, 3)).toBe(2);
    expect(tailStart(messages, 100, 4)).toBe(0);
  });

  it('is empty where the last pair does not fit', () => {
    expect(tailStart([call('a'), result('a', 500)], 100, 9)).toBe(2);
  });

  it('property: is within its budget, and splits no call from its result', () => {
    const pairs = fc.array(fc.tuple(fc.nat(200), fc.nat(200), fc.nat(3)), { maxLength: 12 });
    fc.assert(
      fc.property(pairs, fc.nat(1_500), fc.nat(20), (given, budget, most) => {
        const messages = given.flatMap(([one, other, apart], nth): TailMessage[] => [
          call(`c${nth}`, one),
          ...Array.from({ length: apart }, (): TailMessage => {
            return { role: 'user', length: 5, calls: [], results: [] };
          }),
          result(`c${nth}`, other),
        ]);
        const start = tailStart(messages, budget, most);
        const tail = messages.slice(start);
        const calls = tail.flatMap((one) => one.calls);
        const results = tail.flatMap((one) => one.results);
        expect(results.filter((id) => !calls.includes(id))).toEqual([]);
        expect(calls.filter((id) => !results.includes(id))).toEqual([]);
        expect(tail.length).toBeLessThanOrEqual(most);
        expect(tail.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(budget);
      }),
    );
  });
});
