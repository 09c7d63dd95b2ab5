import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/**
 * A test that only says what is not there, or that something is, passes where nothing is told at all. So each test says at least one
 * thing that is there.
 */
const folder = import.meta.dirname;
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts') && name !== 'bites.test.ts')
  .sort();

const denying =
  /^(?:not\.(?:toContain|toMatch|toHaveBeenCalled\w*|toMatchObject|toThrow)|toBeDefined|toBeTruthy)$/;
/** Its output is read on the way, by waiting for what is there. */
const known = [
  'worker/view.long.test.ts: shows workers live, their log, stops one and takes it up, and gives the terminal back',
];

/** The tests of a file with the words by which they judge. */
function testsOf(text: string): { title: string; words: string[] }[] {
  const lines = text.split('\n');
  const found: { title: string; words: string[] }[] = [];
  lines.forEach((line, at) => {
    const begin =
      /^(\s*)(?:it|test)\(\s*(['"`])(.*)\2,/.exec(line) ?? /^(\s*)\]\)\((['"`])(.*)\2,/.exec(line);
    if (begin === null) return;
    const [, indent = '', , title = ''] = begin;
    const rest = lines.slice(at + 1);
    const end = /;$/.test(line) ? 0 : rest.findIndex((one) => one.startsWith(`${indent}}`)) + 1;
    const body = [line, ...rest.slice(0, end)].join('\n');
    // A chain is broken over lines where it is long.
    const words = [
      ...body.matchAll(/\)\s*\.(?:resolves\.|rejects\.)?((?:not\.)?to[A-Z]\w*)\(/g),
    ].map(([, word = '']) => word);
    found.push({ title, words });
  });
  return found;
}

it('finds tests that only deny, and no others', () => {
  const text = `
it('denies', () => {
  expect(a).not.toContain('b');
});
it('denies over lines', () => {
  expect(
    a,
  ).not.toMatch(/b/);
});
it('says', () => {
  expect(a).not.toContain('b');
  expect(a).toBe('c');
});
it.each([
  'x',
])('is there: %s', (x) => {
  expect(x).toBeDefined();
});
`;
  const only = testsOf(text).filter(({ words }) => words.every((word) => denying.test(word)));
  expect(only.map(({ title }) => title)).toEqual(['denies', 'denies over lines', 'is there: %s']);
});

it('every test says something that is there', () => {
  const all = files.flatMap((name) =>
    testsOf(readFileSync(join(folder, name), 'utf8')).map((one) => ({ name, ...one })),
  );
  expect(all.length).toBeGreaterThan(1_500);
  const only = all
    .filter(({ words }) => words.length > 0 && words.every((word) => denying.test(word)))
    .map(({ name, title }) => `${name}: ${title}`);
  expect(only.filter((one) => !known.includes(one))).toEqual([]);
});
