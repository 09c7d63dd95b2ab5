import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { f1, recall, scoreFolder, source } from '../../../bench/words/score.ts';
import { languageLines, listsOf, readLanguages } from '../../../scripts/words/data.ts';
import { languageOf } from '../../../src/core/words/language.ts';
import { fromBase64 } from '../../../src/core/words/tables.ts';
import { languageNames, languageText } from '../../../src/core/words/trained.ts';

const languages = readLanguages('data/words');
const counts = scoreFolder('data/words', source);

describe.each(languages)('what people say in $name', (language) => {
  const { code, name, words, rows } = language;
  const own = counts.get(code)!;

  test('the file has its name, every list that decides, and sentences of each label', () => {
    expect(name).not.toBe('');
    for (const list of [
      'never',
      'not',
      'always',
      'must',
      'only',
      'if',
      'but',
      'why',
      'yes',
      'no',
      'or',
      'act',
    ])
      expect(words.get(list)?.length ?? 0, list).toBeGreaterThan(0);
    for (const [kind, expected] of [
      ['statement', 'rule'],
      ['statement', 'none'],
      ['reply', 'approved'],
      ['reply', 'not-approved'],
      ['agent-end', 'asks'],
      ['agent-end', 'no-question'],
      ['lift', 'lifted'],
      ['lift', 'still'],
    ])
      expect(
        rows.filter((row) => row.kind === kind && row.expect === expected).length,
        `${kind} ${expected}`,
      ).toBeGreaterThanOrEqual(8);
  });

  test('what was trained is what the file says', () => {
    expect(fromBase64(languageText(code))).toBe(listsOf(language));
    expect(fromBase64(languageNames())).toBe(languageLines(languages));
  });

  test('its own sentences are understood', () => {
    expect(f1(own.get('statement')!)).toBeGreaterThan(0.85);
    expect(recall(own.get('reply')!)).toBeGreaterThanOrEqual(0.5);
    expect(own.get('reply')!.wrong).toBe(0);
    expect(f1(own.get('agent-end')!)).toBeGreaterThan(0.9);
  });

  test('ten of its sentences tell which language it is', () => {
    const texts = rows.map((row) => row.text);
    for (let at = 0; at + 10 <= 120; at += 10)
      expect(languageOf(texts.slice(at, at + 10))).toEqual({ code, name });
  });
});

test('a language that no file knows is none', () => {
  expect(languageOf(['Ποτέ μην αγγίζεις τον φάκελο'])).toBeUndefined();
  expect(languageOf([])).toBeUndefined();
  expect(languageOf(['1234', '...'])).toBeUndefined();
});

test('the file of what was trained says that it is made', () => {
  expect(readFileSync('src/core/words/trained.ts', 'utf8')).toContain('npm run train:words');
});
