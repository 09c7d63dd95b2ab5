import { describe, expect, it } from 'vitest';
import { liftOf } from '../../../src/core/snapshot/permission.ts';

describe('a rule that asks for something', () => {
  it.each([
    ['Always run the tests before you commit', 'run the tests and commit'],
    ['Sempre roda o lint antes de commitar', 'roda o lint agora'],
    ['Sempre roda o lint antes de commitar', 'roda o lint e commita'],
    ['Sempre roda os testes antes de commitar', 'roda os testes de novo por favor'],
    ['Siempre ejecuta los tests antes de cada commit', 'ejecuta los tests y haz commit'],
    ['Immer die Tests laufen lassen vor dem Commit', 'lass die Tests laufen und committe'],
    ['必ずlintをかけてからコミットして', 'lintをかけて'],
  ])('is not over because what it asks for is ordered: %s / %s', (rule, later) => {
    expect(liftOf(later, rule)).toBeUndefined();
  });

  it.each([
    ['必ずlintをかけてからコミットして', 'サーバーは500を返してはいけないので修正して'],
    ['必ずlintをかけてからコミットして', 'この関数はnullを返してはいけないはずだから直して'],
    ['DBを触る前に確認して', 'サーバーは500を返してはいけないはずなので修正して'],
    ['コミットの前に必ずテストして', 'もう500を返すはずはないので確認して'],
  ])('is not over because of words about a fault: %s / %s', (rule, later) => {
    expect(liftOf(later, rule)).toBeUndefined();
  });

  it.each([
    ['Always run the linter before you commit.', 'You can commit without the linter now.'],
    ['Always run the tests before each commit.', 'No need to run the tests any more.'],
    ['Sempre roda os testes antes de commitar', 'não precisa mais rodar os testes'],
    [
      'Siempre ejecuta los tests antes de cada commit',
      'ya puedes hacer commit sin ejecutar los tests',
    ],
    ['コミットの前に必ずテストして', 'もうテストなしでコミットしていいよ'],
    ['Always ask before you push.', 'You can push without asking.'],
  ])('is over where that is said: %s / %s', (rule, later) => {
    expect(liftOf(later, rule)).toBe('lifted');
  });
});
