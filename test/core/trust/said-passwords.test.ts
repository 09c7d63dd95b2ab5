import { describe, expect, test } from 'vitest';
import { redact } from '../../../src/core/trust/redact.ts';
import { expectLinear } from './linear.ts';

const value = 'Zq7Xk9Lm2Pw4';

describe('a password that a person tells in a sentence', () => {
  test.each([
    `my password is ${value}`,
    `My password is: ${value}.`,
    `the password for the staging db is "${value}", ok?`,
    `password of admin was '${value}'`,
    `the passphrase is now ${value}!`,
    `Das Passwort ist ${value}`,
    `das Passwort für die Datenbank lautet ${value}, bitte merken`,
    `Mein Kennwort lautet jetzt: ${value}`,
    `set the password to ${value} please`,
    `log in as admin and use password ${value}`,
    `setze das Passwort auf ${value}`,
  ])('goes: %s', (text) => {
    const out = redact(text);
    expect(out).not.toContain(value);
    expect(out).toContain('[redacted:password]');
    expect(redact(out)).toBe(out);
  });

  test.each(['hunter2', 'p@ssw0rd!', 'corr3ct-horse', 'ge!heim', '482913', 'Größe1'])(
    'goes, whatever it is made of: %s',
    (password) =>
      expect(redact(`My password is ${password}.`)).toBe('My password is [redacted:password].'),
  );

  test.each([
    'the password is wrong',
    'password is required!',
    'My password is not accepted, the password was reset yesterday.',
    'the password is 8 characters long, or 12-16 characters',
    'the password is base64-encoded, then sha256-hashed with argon2id',
    'a password is case-sensitive; the password is read-only in v2',
    'the password is process.env.DB_PASSWORD, else $DB_PASSWORD',
    'the password is user.password and was hash(password)',
    'the password is in src/config/auth2.ts and not at https://x.y/1',
    'use password hashing; use the password from 1Password',
    'change the password to something stronger, set the password to null',
    'reset password for user@example.org; the password is me@example.org',
    'Das Passwort ist falsch. Das Passwort war zu kurz. Das Kennwort lautet anders.',
    'das Passwort ist mindestens 12 Zeichen lang',
    'password is <your password>, passphrase was ****',
    'a password manager is used',
  ])('and ordinary prose stays: %s', (text) => expect(redact(text)).toBe(text));

  test('is looked for in no more than linear time', () => {
    for (const piece of [
      'password is ',
      'use a ',
      'set password ',
      'password for a ',
      'passphrase',
    ]) {
      expectLinear((length) => redact(`password is${piece.repeat(length / piece.length)}`));
    }
  });
});

describe('references beside the word for a password', () => {
  const sha = '9fceb02d0ae598e95dc970b74767f19372d61af8';
  test.each([
    `the password change is in ${sha}`,
    `The password reset landed in commit ${sha}.`,
    `password hash moved in ${sha}`,
    'fix password bug (a1b2c3d4)',
    'The password check is at commit abc1234def',
    'password reset → src/auth/reset-password.ts:42',
    'password token HEAD~3',
    'password: feature/login-form',
  ])('are no secrets: %s', (text) => {
    expect(redact(text)).toBe(text);
  });

  test.each([`the password is ${sha}`, `password: ${sha}`, `DB_PASSWORD=${sha}`])(
    'are one where they are plainly told to be it: %s',
    (text) => {
      expect(redact(text)).not.toContain(sha);
    },
  );
});
