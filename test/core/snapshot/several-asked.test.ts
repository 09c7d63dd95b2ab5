import { describe, expect, it } from 'vitest';
import { questionIn } from '../../../src/core/snapshot/question-text.ts';
import { verdictOf } from '../../../src/core/snapshot/verdict.ts';
import { leftOpen } from '../../../src/core/words/asked-back.ts';

describe('a plain yes where a choice and a permission were asked together', () => {
  it.each([
    ['Should I use Redis or memcached for the cache? And shall I push the branch?', 'yes'],
    ['Shall I push now? Also: Redis or memcached?', 'yes'],
    ['Two things: which port should I use? And can I push?', 'ok'],
    ['Soll ich Redis oder memcached nehmen? Und darf ich pushen?', 'ja'],
    ['¿Uso Redis o memcached? ¿Y hago push?', 'sí'],
    ['Redis と memcached のどちらを使いますか？ push してもいいですか？', 'はい'],
    ['用 Redis 还是 memcached？可以推送吗？', '好的'],
    ['Je prends Redis ou memcached ? Et je peux pousser ?', 'oui'],
    ['Uso Redis ou memcached? Posso dar push?', 'sim'],
  ])('%s %s: approves neither, and both stay open', (question, answer) => {
    expect(verdictOf(question, answer)).toBeUndefined();
    expect(leftOpen(question, answer)).toBe('unsure');
  });

  it('approves what the answer names', () => {
    const question = 'Should I use Redis or memcached for the cache? And shall I push the branch?';
    expect(verdictOf(question, 'yes, push the branch')).toBe('yes');
  });

  it('is a yes where the agent answered its other question itself', () => {
    expect(verdictOf('Why did it fail? The library was missing. Shall I push?', 'yes')).toBe('yes');
  });
});

describe('an answer that orders in the word of the question', () => {
  it.each([
    ['Should I drop the unused column?', 'drop it'],
    ['Should I drop the unused column?', 'drop it, we need the space'],
    ['Shall I delete the temp files?', 'you can delete them'],
    ['Do you want me to fix the other two as well?', 'please fix them all'],
  ])('%s %s: approves', (question, answer) => expect(verdictOf(question, answer)).toBe('yes'));

  it.each([
    ['Should I drop the unused column rather than keep it?', 'keep it'],
    ['Should I drop the unused column?', 'drop that idea'],
    ['Should I push the branch?', 'branch'],
    ['Should I push the branch?', 'push it? why'],
    ['Should I push the branch?', 'go away'],
    ['Should I drop the unused column?', 'good catch'],
    ['Shall I delete the temp files?', 'delete them, but keep the logs'],
  ])('%s %s: does not', (question, answer) => expect(verdictOf(question, answer)).not.toBe('yes'));
});

describe('politeness at the end of a Japanese turn', () => {
  it.each([
    '完了しました。お待ちしています。',
    '修正は以上です。ご連絡をお待ちしています。',
    'すべて完了しました。何かあればお気軽にお知らせください。',
  ])('%s asks nothing', (text) => expect(questionIn(text)).toBeUndefined());

  it.each(['方針についてご指示をお待ちしています。', '公開の可否について承認をお待ちしています。'])(
    '%s asks',
    (text) => expect(questionIn(text)).toBeDefined(),
  );
});
