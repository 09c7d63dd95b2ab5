import { describe, expect, it } from 'vitest';
import { afterMessage, type Ban, bansFrom } from '../../../src/core/guard/bans.ts';
import { rulesIn } from '../../../src/core/guard/forbidden.ts';
import { permitsIn } from '../../../src/core/guard/permits.ts';

/** Sentences with "you may push" in them which allow nothing: it depends on something, or others say it. */
const nothing = [
  'Once CI is green, you may push.',
  'If the tests pass, push.',
  'You may push. But only after the review.',
  'You may push as soon as CI is green',
  'you may push, assuming CI is green',
  'you may push when ready',
  'You may push later',
  'Bob says you may push',
  'As Bob said, you may push',
  'The docs say: you may push.',
  'Alice: you may push now',
  'CONTRIBUTING.md: you can push to main',
  'He told me you may push',
  'Someone wrote that you may push',
  'Bob asked whether you may push',
  '> you may push',
  'you may push, right?',
  'In general people may push.',
  'Bob may push',
];

describe('what a person allows', () => {
  it.each(nothing)('is nothing where it depends, or others say it: %s', (text) => {
    expect(permitsIn(text)).toEqual([]);
  });

  it.each(['You may push now.', 'As I said, you may push.', 'ok push', 'go ahead and push'])(
    'is what the sentence is about: %s',
    (text) => {
      expect(permitsIn(text)).toEqual([{ deeds: [{ do: 'act', act: 'push' }], once: false }]);
    },
  );
});

const fact = (kind: 'prohibition' | 'request', value: string, offset: number, more = {}) => ({
  kind,
  value,
  from: { source: 'record' as const, offset, segment: 0 },
  ...more,
});
const closed = (bans: readonly Ban[]): string[] =>
  bans.filter(({ permits }) => permits.length === 0).map(({ quote }) => quote);

describe('a permission for one of several rules of a message', () => {
  const rules = 'Do not push. Never deploy. Do not touch gen.txt.';
  const others = ['Never deploy.', 'Do not touch gen.txt.'];

  it('opens that one alone', () => {
    const bans = bansFrom([fact('prohibition', rules, 1)]);
    expect(closed(afterMessage(bans, 'You may push now.'))).toEqual(others);
  });

  it('opens that one alone where the facts call the whole message taken back', () => {
    const later = 'You may push now.';
    const bans = bansFrom([
      fact('prohibition', rules, 1, { state: 'taken back later', detail: later }),
      fact('request', later, 2),
    ]);
    expect(closed(bans)).toEqual(others);
  });

  it('leaves nothing of a message with one rule that was taken back', () => {
    const bans = bansFrom([fact('prohibition', 'Do not push.', 1, { state: 'taken back later' })]);
    expect(bans).toEqual([]);
  });
});

describe('rules by words of their own', () => {
  it.each([
    ["don't touch the tests", [{ do: 'files', of: 'tests' }]],
    ['Leave the tests alone', [{ do: 'files', of: 'tests' }]],
    ["don't delete the tests", [{ do: 'files', of: 'tests', only: 'delete' }]],
    ["don't edit migrations", [{ do: 'files', of: 'migrations' }]],
    ["Don't install packages globally", [{ do: 'act', act: 'global-install' }]],
    ['No global installs.', [{ do: 'act', act: 'global-install' }]],
    ["Don't merge pull requests", [{ do: 'act', act: 'merge' }]],
    ['No git push --force', [{ do: 'act', act: 'force-push' }]],
    ['do not push (the CI is flaky)', [{ do: 'act', act: 'push' }]],
    ['Commit only when I say so.', [{ do: 'act', act: 'commit' }]],
    ["Don't delete folders", [{ do: 'act', act: 'delete' }]],
  ])('are known: %s', (text, deeds) => {
    expect(rulesIn(text).flatMap((rule) => rule.deeds)).toEqual(deeds);
  });

  it.each(["Don't change the test database", 'There is no push', 'do not push (if CI is red)'])(
    'are none where that is not plain: %s',
    (text) => {
      expect(rulesIn(text)).toEqual([]);
    },
  );
});
