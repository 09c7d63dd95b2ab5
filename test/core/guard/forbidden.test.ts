import { describe, expect, it } from 'vitest';
import { askedIn, rulesIn } from '../../../src/core/guard/forbidden.ts';
import { permitsIn } from '../../../src/core/guard/permits.ts';

/** What a person said that forbids something, or makes it wait. */
const plain = [
  'Never run `git push --force`.',
  'do not push',
  "Don't push yet.",
  'never npm run db:reset',
  "don't run migrations on prod",
  'do not touch gen.txt',
  'leave package.json alone',
  'Wait for my OK before you deploy.',
  'Ask me before pushing.',
  "Please don't commit or push anything.",
  'never force-push',
  "Fix the tests but don't push.",
  "Don't edit src/api.ts or src/db.ts.",
  'Do not push to main',
  'You must not deploy to production.',
  'No commits please.',
  "Don't push until I say so",
  'Do not commit without asking me',
  'never push without my approval',
  'gen.txt must not be changed.',
  'Keep src/legacy/ untouched',
  'Hands off docker-compose.yml',
  "Don't delete any files",
  "don't delete anything in data/",
  'Never run `npm run db:reset`.',
  "don't install new dependencies",
  'No new dependencies.',
  "don't open a PR",
  'I told you not to push',
  'Please do not run npm install',
  "Don't change anything outside src/",
  'never use sudo',
  'Bitte niemals auf main pushen, das mache ich selbst.',
  'Nicht pushen!',
  'Finger weg von der docker-compose.yml.',
  'Ne pousse pas.',
  'No hagas push todavía',
  '不要推送',
  '`npm run db:reset` は実行しないで',
  'пожалуйста, не пушь',
  'push しないで',
  '절대 푸시하지 마',
  'Do not rm -rf node_modules',
  'always ask before running migrations',
  'Let me review the diff before you commit.',
  'do not merge, rebase or force push',
  "Don't reset the database.",
  'never deploy',
  'do not publish to npm',
  'from now on do not commit',
  '- never touch `src/gen/`',
  'Do not modify the Makefile',
  'non fare push',
  'Niet pushen',
  'nie commituj',
  'Não faça push',
  'Never ever run git reset --hard',
];

/** What looks alike and binds nothing that can be told from a call. */
const unclear = [
  "Don't forget to push",
  "Don't push if the tests fail",
  "I can't push to origin",
  'the script does not push',
  'We never push on Fridays',
  "don't worry about commits",
  "why don't you push?",
  'Did you push?',
  'you did not commit the file',
  'the docs say "never push to main"',
  "Don't push large binaries",
  'never mind the push',
  "maybe don't push that",
  "don't just push, explain",
  'no need to push',
  "Don't commit secrets",
  'Push and commit often',
  'The push failed',
  'do not use any mocks',
  "Don't change the public API",
  'Do not break the build',
  "Don't push unless CI is green",
  'Make sure the deploy does not fail',
  "I don't want to deploy today",
  'Der Push geht nicht',
  'Warum pusht er nicht?',
  'no puedo hacer push',
  'ich habe nicht gepusht',
  'Wenn die Tests rot sind, nicht pushen',
  "Don't touch anything except src/",
  'it is not committed yet',
  'Avoid node.js callbacks',
  "don't edit like that",
  'Never let a test push to the network',
  '如果测试失败就不要推送',
  'We should not merge these concepts',
  'stop the server and push',
];

const permitting = [
  'you may push now',
  'go ahead and push',
  'ok push',
  'Please push to origin.',
  'commit and push',
  'You can edit gen.txt now.',
  'feel free to deploy',
  'run `npm run db:reset` now',
  'ab jetzt darfst du wieder pushen',
  'tu peux pousser',
  '可以推送了',
  'push it',
  'ok, now push --force',
  'Yes, go ahead and commit.',
  'you can push this once',
  'можешь пушить',
];

const notPermitting = [
  'you may push if tests pass',
  'do not push',
  'The push failed',
  'pushes are slow',
  'after the review you may push',
  'why did you push?',
  'commits look good',
  'not yet, push later',
  'you can never push',
];

describe('what a person forbids', () => {
  it.each(plain)('is told from: %s', (text) => {
    expect(rulesIn(text).flatMap(({ deeds }) => deeds)).not.toEqual([]);
  });

  it.each(unclear)('is not told from: %s', (text) => {
    expect(rulesIn(text)).toEqual([]);
  });

  it('is named as it was said, with where it holds', () => {
    expect(rulesIn('Please fix README.md, but never push to main.')).toEqual([
      {
        quote: 'Please fix README.md, but never push to main.',
        why: 'forbidden',
        deeds: [{ do: 'act', act: 'push', about: ['main'] }],
      },
    ]);
    expect(rulesIn('Do not touch `src/Gen.ts`.')[0]?.deeds).toEqual([
      { do: 'file', path: 'src/Gen.ts' },
    ]);
  });

  it('keeps the folder of a command that ends in a point', () => {
    expect(rulesIn('Never use git add .')[0]?.deeds).toEqual([
      { do: 'command', words: ['git', 'add', '.'] },
    ]);
  });

  it.each(["Don't rename src/a.ts.", 'Do not move src/a.ts'])(
    'leaves edits of a file alone that is only not to be renamed: %s',
    (text) => {
      expect(rulesIn(text)[0]?.deeds).toEqual([{ do: 'file', path: 'src/a.ts', only: 'delete' }]);
    },
  );

  it.each([
    'src/config.ts must not be changed by the migration at runtime.',
    'The README should not be changed by the build script.',
  ])('is nothing where something else must not do it: %s', (text) => {
    expect(rulesIn(text)).toEqual([]);
  });

  it('waits where a yes of the person is asked for', () => {
    for (const text of [
      'Ask me before pushing.',
      'Wait for my OK before you push',
      'never push without my approval',
    ])
      expect(rulesIn(text)[0]?.why).toBe('waits');
  });
});

describe('what a person allows', () => {
  it.each(permitting)('is told from: %s', (text) => {
    expect(permitsIn(text)).not.toEqual([]);
  });

  it.each(notPermitting)('is not told from: %s', (text) => {
    expect(permitsIn(text)).toEqual([]);
  });
});

describe('what a question asks to be allowed', () => {
  it.each([
    ['Shall I push?', 'push'],
    ['All done. Should I commit and push this?', 'commit'],
    ['Do you want me to deploy to production?', 'deploy'],
    ['Soll ich den Branch jetzt pushen?', 'push'],
    ['Would you like me to open a PR?', 'pull-request'],
  ])('%s', (question, act) => {
    expect(askedIn(question)?.deeds[0]).toMatchObject({ do: 'act', act });
  });

  it.each([
    'Should I push the values into the array?',
    'Shall I release the lock earlier?',
    'Shall I commit to this approach?',
    'Shall I commit to this?',
    'Should I merge the two dicts?',
    'Shall I publish the event?',
    'Do you want me to install the handler on mount?',
    'Should I migrate the component to hooks?',
    'Should I push `values` into the array?',
    'Soll ich die Werte in das Array pushen?',
    'Soll ich die Transaktion committen?',
    '要不要提交这个事务？',
    '¿Hago push al array?',
  ])('is no act of git where it is about code: %s', (question) => {
    expect(askedIn(question)).toBeUndefined();
  });

  it.each([
    ['Shall I push the fix?', 'push'],
    ['Should I commit and push this fix to the feature branch?', 'commit', 'push'],
    ['Should I push to feature/login?', 'push'],
    ['Shall I merge feature-x into main?', 'merge'],
    ['Shall I merge PR #12?', 'merge'],
    ['Should I commit the new tests?', 'commit'],
    ['Should I publish v1.2.0 to npm?', 'publish'],
    ['Should I install zod?', 'install'],
    ['Should I install the zod package?', 'install'],
    ['Shall I push once the tests pass?', 'push'],
    ['要不要推送？', 'push'],
    ['¿Hago push?', 'push'],
  ])('is one where its object is one of git: %s', (question, ...acts) => {
    expect(askedIn(question)?.deeds).toMatchObject(acts.map((act) => ({ do: 'act', act })));
  });

  it('is nothing where none of that is asked', () => {
    expect(askedIn('Which color do you want?')).toBeUndefined();
  });
});
