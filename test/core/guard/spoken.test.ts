import { describe, expect, it } from 'vitest';
import type { Deed } from '../../../src/core/guard/deed.ts';
import { rulesIn } from '../../../src/core/guard/forbidden.ts';
import { permitsIn } from '../../../src/core/guard/permits.ts';
import { deedLanguages } from '../../../src/core/words/deed-lists.ts';
import { type Spoken, spoken } from './spoken-sentences.ts';

const deedsIn = (text: string): Deed[] => {
  const all = rulesIn(text).flatMap(({ deeds }) => deeds);
  return all.filter((one, at) => all.findIndex((other) => isSame(one, other)) === at);
};
const isSame = (one: Deed, other: Deed): boolean => JSON.stringify(one) === JSON.stringify(other);

const wanted: Partial<Record<keyof Spoken, Deed>> = {
  push: { do: 'act', act: 'push' },
  commit: { do: 'act', act: 'commit' },
  remove: { do: 'file', path: 'old.txt', only: 'delete' },
  touch: { do: 'file', path: 'gen.txt' },
  install: { do: 'act', act: 'install' },
  force: { do: 'act', act: 'force-push' },
  wait: { do: 'act', act: 'deploy' },
};

it('every language with words of deeds is tried', () => {
  expect(Object.keys(spoken).sort()).toEqual(
    deedLanguages()
      .filter((code) => code !== 'en')
      .sort(),
  );
});

describe.each(Object.entries(spoken))('what a person says in the language %s', (_, says) => {
  it.each(
    Object.entries(wanted).flatMap(([name, deed]) =>
      says[name as keyof Spoken].map((text) => [text, deed] as const),
    ),
  )('forbids that and nothing else: %s', (text, deed) => {
    expect(deedsIn(text)).toEqual([deed]);
  });

  it.each(says.tests)('keeps the tests: %s', (text) => {
    expect(deedsIn(text)).toMatchObject([{ do: 'files', of: 'tests' }]);
  });

  it.each(says.wait)('waits for a yes: %s', (text) => {
    expect(rulesIn(text)).toMatchObject([{ why: 'waits' }]);
  });

  it.each(says.none)('forbids nothing that is plain: %s', (text) => {
    expect(deedsIn(text)).toEqual([]);
  });

  it.each(says.allow)('allows that and nothing else: %s', (text) => {
    expect(permitsIn(text)).toMatchObject([{ deeds: [{ do: 'act', act: 'push' }] }]);
  });

  it.each(says.allowNothing)('allows nothing: %s', (text) => {
    expect(permitsIn(text)).toEqual([]);
  });
});
