import { expect, it } from 'vitest';
import { holdsFact } from '../../src/core/brief/holds.ts';
import type { Fact } from '../../src/core/fact.ts';

const notTested: Fact = {
  kind: 'not-done',
  value: '/home/dev/shop/src/Cart.ts, /home/dev/shop/src/prices.ts',
  state: 'not tested',
  from: { offset: 1 } as Fact['from'],
};

it('files that were not tested are held by a text that shortens their paths', () => {
  const brief = '- no test run since the last edit of src/Cart.ts, src/prices.ts (no test run)';
  expect(holdsFact(brief, notTested)).toBe(true);
  expect(holdsFact('- no test run since the last edit of src/other.ts', notTested)).toBe(false);
});
