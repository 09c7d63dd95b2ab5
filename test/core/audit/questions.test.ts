import { describe, expect, it } from 'vitest';
import { isQuestion } from '../../../src/core/audit/session-fold.ts';

describe('what the audit counts as a rule of the user', () => {
  it.each(['Why did you never run the tests?', 'Should we always use tabs?', '为什么不运行测试？'])(
    'is no question: %s',
    (text) => expect(isQuestion(text)).toBe(true),
  );

  it.each([
    'Never push to main.',
    'Never push to main, ok?',
    'Never push to main. Do you see why?',
    'Always run the linter',
  ])('is an order, with a question beside it too: %s', (text) =>
    expect(isQuestion(text)).toBe(false),
  );
});
