import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { verdictOf } from '../../../src/core/snapshot/verdict.ts';

interface Row {
  question: string;
  text: string;
  expect: 'approved' | 'not-approved';
}

/** Questions and answers that no training sees, at least 16 of them no approval in each language. */
const folder = 'test/core/words/answers';
const files = readdirSync(folder).map((name) => ({
  code: name.replace('.jsonl', ''),
  rows: readFileSync(`${folder}/${name}`, 'utf8')
    .trim()
    .split('\n')
    .map((line): Row => JSON.parse(line)),
}));
const approved = ({ question, text }: Row): boolean => verdictOf(question, text) === 'yes';

test('each language that Holdfast knows has answers', () => {
  const known = readdirSync('data/words').map((name) => name.replace('.jsonl', ''));
  expect(files.map(({ code }) => code)).toEqual(known);
});

describe.each(files)('answers in $code', ({ rows }) => {
  test('none that does not approve is taken for a yes', () => {
    const others = rows.filter((row) => row.expect === 'not-approved');
    expect(others.length).toBeGreaterThanOrEqual(15);
    expect(others.filter(approved)).toEqual([]);
  });

  test('most that approve are', () => {
    const wanted = rows.filter((row) => row.expect === 'approved');
    expect(wanted.length).toBeGreaterThanOrEqual(8);
    expect(wanted.filter(approved).length).toBeGreaterThanOrEqual(wanted.length * 0.75);
  });
});
