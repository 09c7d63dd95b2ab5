import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { liftOf } from '../../../src/core/snapshot/permission.ts';

interface Row {
  code: string;
  earlier: string;
  text: string;
  expect: 'lifted' | 'still';
}

const rows: Row[] = readFileSync('test/fixtures/words/needless.jsonl', 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line));

describe('what need not be done', () => {
  it.each(rows)(
    '$code: lifts a rule that waits or asks for something, and none that forbids: "$earlier", then "$text"',
    ({ earlier, text, expect: wanted }) => {
      const found = liftOf(text, earlier);
      if (wanted === 'still') expect(found).toBeUndefined();
      else expect(found).toMatch(/^(?:lifted|narrowed)$/);
    },
  );

  it('has pairs of every language', () => {
    expect(new Set(rows.map(({ code }) => code)).size).toBe(26);
  });

  it.each([
    ['Ask me before you push.', 'You need not ask Bob before you push.'],
    ['Ask me before you push.', "You don't need to ask before you push to staging."],
    ["Don't push to main without my OK.", 'No need to ask me before pushing to feature branches.'],
  ])('only narrows a rule where more is named: %j, then %j', (earlier, text) => {
    expect(liftOf(text, earlier)).toBe('narrowed');
  });

  it.each([
    ['Ask me before you deploy.', 'You need not ask me before you push.'],
    ['Never push.', 'You no longer need to ask me before you push.'],
    ['Always run the tests.', "You don't need to mock the API in the tests."],
  ])('lifts nothing else: %j, then %j', (earlier, text) => {
    expect(liftOf(text, earlier)).toBeUndefined();
  });
});
