import { describe, expect, it } from 'vitest';
import { listRules } from '../../../src/app/sessions/rules.ts';
import { withRuleChoices } from '../../../src/core/snapshot/rule-choices.ts';
import { agent, type Loose, ofKind, says, sh, snap, tool, values } from './build.ts';

const open = (...parts: Loose[]): unknown[] => values(snap(...parts), 'question.open');

describe('what an agent’s short statement is', () => {
  it.each([
    'はい',
    '了解です',
    'わかりました',
    'はい、待ちます',
    'いいえ',
    'Yes',
    'No',
    'Oui',
    'Sí',
    'Nein',
    'Да',
    '好的',
    '알겠습니다',
    'Đã hiểu',
    'نعم',
    'हाँ',
    'Não',
  ])('%s is no question, with or without a full stop', (text) => {
    const before = [says('テストは消さないで'), agent('プッシュしますか？'), says('まだ')];
    expect(open(...before, agent(text))).toEqual([]);
    expect(open(...before, agent(`${text}.`))).toEqual([]);
  });

  it.each([
    'Shall I push',
    'プッシュしますか',
    'コミットしましょうか',
    '是否继续',
    'Soll ich pushen',
    'Let me know',
  ])('%s asks without a mark', (text) => {
    expect(open(says('go'), agent(text))).toEqual([text]);
  });
});

describe('one question has one state', () => {
  it('what is approved is not told as unanswered, although its word also asks', () => {
    const snapshot = snap(
      says('直して'),
      agent('古いテストを消してもいいですか？'),
      says('どうぞ'),
      agent('...'),
    );
    expect(values(snapshot, 'approval')).toEqual(['古いテストを消してもいいですか？']);
    expect(values(snapshot, 'question.open')).toEqual([]);
  });

  it.each([
    ['Shall I push?', 'not now, later', 'Shall I push now?', 'yes'],
    ['プッシュしますか？', 'いいえ、まだ', '今プッシュしますか？', 'はい'],
    ['Soll ich pushen?', 'nein, später', 'Soll ich jetzt pushen?', 'ja'],
  ])('%s %s: the refusal ends with a later yes to the same', (asked, no, again, yes) => {
    const refused = [says('go on'), agent(asked), says(no), agent('OK.')];
    expect(ofKind(snap(...refused), 'prohibition')).toHaveLength(1);
    const snapshot = snap(...refused, agent(again), says(yes), agent('OK.'));
    expect(values(snapshot, 'approval')).toEqual([again]);
    expect(values(snapshot, 'prohibition')).toEqual([]);
    expect(values(snapshot, 'deferred')).toEqual([]);
  });

  it('a yes to something else ends no refusal', () => {
    const refused = [agent('Shall I push?'), says('not now, later'), agent('OK.')];
    for (const other of ['Shall I push to staging now?', 'Shall I commit now?'])
      expect(
        values(snap(...refused, agent(other), says('yes'), agent('OK.')), 'prohibition'),
      ).toEqual(['not now, later (answer to: Shall I push?)']);
  });
});

describe('several questions in one message', () => {
  it.each([
    [
      'I fixed it. Should the coupon apply before or after shipping? And may I commit?',
      'after shipping',
      'And may I commit?',
    ],
    [
      'I fixed it.\n\nShould the coupon apply before or after shipping?\n\nAnd may I commit?',
      'after shipping',
      'And may I commit?',
    ],
    [
      '直しました。クーポンは送料の前と後のどちらに適用しますか？ コミットしてもいいですか？',
      '送料の後で',
      'コミットしてもいいですか？',
    ],
    [
      'Soll der Gutschein vor oder nach dem Versand gelten? Und darf ich committen?',
      'nach dem Versand',
      'Und darf ich committen?',
    ],
  ])('%s: the one that the answer says nothing of stays open', (asked, answer, left) => {
    const snapshot = snap(says('fix it'), agent(asked), says(answer), agent('OK.'));
    expect(ofKind(snapshot, 'question.open')).toMatchObject([
      { value: left, state: 'not answered: the user answered another question' },
    ]);
    expect(snapshot.summary.waitingQuestion).toBe(left);
    expect(values(snapshot, 'approval')).toEqual([]);
    expect(values(snapshot, 'deferred')).toEqual([]);
  });

  it('an answer that may mean all of them leaves none open', () => {
    const asked = 'Should the coupon apply before or after shipping? And may I commit?';
    expect(open(agent(asked), says('after shipping, and yes, commit'), agent('OK.'))).toEqual([]);
    expect(open(agent(asked), says('commit after shipping'), agent('OK.'))).toEqual([]);
    expect(open(agent(asked), says('look at the header first'), agent('OK.'))).toEqual([]);
  });
});

describe('an answer that names what was offered', () => {
  it('is not put off, whatever its words mean elsewhere', () => {
    const asked = agent('クーポンは送料の前ですか、後ですか？');
    expect(values(snap(asked, says('送料の後で'), agent('OK.')), 'deferred')).toEqual([]);
    expect(
      values(snap(agent('Shall I push now or later?'), says('later'), agent('OK.')), 'deferred'),
    ).toEqual(['later']);
  });
});

describe('a command with a secret in it', () => {
  it('is told by its line without the secret, as what failed and as what was run', () => {
    const secret = 'wJalrXUtnFEMIwK7MDENGwbPxRfiCYzzMPLEKEYq';
    const snapshot = snap(
      says('deploy'),
      sh(
        `AWS_SECRET_ACCESS_KEY=${secret} node deploy.mjs`,
        'Error: connect ECONNREFUSED 127.0.0.1:1',
        1,
      ),
    );
    const line = expect.stringMatching(
      /^AWS_SECRET_ACCESS_KEY=\[redacted:[a-z-]+\] node deploy\.mjs$/,
    );
    expect(values(snapshot, 'error.open')).toEqual([line]);
    expect(values(snapshot, 'command')).toEqual([line]);
    expect(JSON.stringify(snapshot)).not.toContain(secret);
  });
});

describe('commands as they are told', () => {
  it.each([
    ['node --test test/a.test.mjs', 'node --test'],
    ['node x.js', 'node x.js'],
    ['docker compose -f a.yml up', 'docker compose up'],
    ['docker compose -p shop up -d', 'docker compose up'],
    ['python3 -m pytest tests/x.py', 'python3 -m pytest'],
    ['kubectl -n prod apply -f x.yml', 'kubectl apply'],
    ['npm --prefix web test', 'npm test'],
    ['npm -w web run build', 'npm run'],
    ['docker run --rm node npm test', 'docker run'],
    ['mytool --config prod deploy', 'mytool deploy'],
    ['npm run build', 'npm run build'],
  ])('%s: by words that stood so, or by program and verb alone', (command, name) => {
    expect(values(snap(says('go'), sh(command)), 'command.family')).toEqual([name]);
  });

  it('a failure without an exit code is told once', () => {
    const failed = tool('shell', { command: 'npm run build' }, { text: 'no', outcome: 'failed' });
    const [fact] = ofKind(snap(says('go'), failed), 'command');
    expect(fact).toMatchObject({ value: 'npm run build', state: 'failed' });
    expect(fact).not.toHaveProperty('detail');
  });
});

describe('a rule that the user dropped', () => {
  it('is listed by the kind that it had', () => {
    const snapshot = snap(says('Never delete the old tests.'));
    const [rule] = listRules(snapshot.facts);
    const choices = { [rule!.id]: { choice: 'drop', at: '2026-01-01T00:00:00.000Z' } } as const;
    expect(listRules(withRuleChoices(snapshot, choices).facts, choices)).toMatchObject([
      { kind: rule!.kind, state: 'dropped' },
    ]);
    expect(rule!.kind).toBe('prohibition');
  });
});
