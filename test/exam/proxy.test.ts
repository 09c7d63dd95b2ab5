import { describe, expect, it } from 'vitest';
import { literalsOf, shareIn } from '../../bench/exam/proxy.ts';
import { examinations, questionKinds } from '../../bench/exam/questions.ts';
import { halfOf } from '../../bench/exam/split.ts';

describe('the literal proxy of the examination', () => {
  it('asks for the names and numbers of a gold, and for its words where it has none', () => {
    expect(literalsOf('46 instead of 44; `thinkingXhigh` and bashMode')).toEqual([
      '46',
      '44',
      'thinkingxhigh',
      'bashmode',
    ]);
    expect(literalsOf('continue until all are done')).toEqual(['continue', 'until']);
  });

  it('counts what stands as a whole', () => {
    expect(shareIn('Port 8080 in src/a.ts.', '808 in src/a.ts')).toBe(0.5);
    expect(shareIn('See (`src/a.ts`), port 808.', '808 in src/a.ts')).toBe(1);
    expect(shareIn('', '808')).toBe(0);
  });
});

describe('the questions', () => {
  it.each(examinations())(
    '$name: twelve, of the tuning half, each with something to look for',
    (exam) => {
      expect(halfOf(exam.record)).toBe('tuning');
      expect(exam.questions).toHaveLength(12);
      expect(exam.questions.filter(({ mattered }) => mattered).length).toBeGreaterThan(2);
      for (const { kind, question, gold } of exam.questions) {
        expect(questionKinds).toContain(kind);
        expect(question).toMatch(/\?$/);
        expect(literalsOf(gold).length).toBeGreaterThan(0);
        expect(gold.length).toBeLessThan(200);
      }
    },
  );
});
