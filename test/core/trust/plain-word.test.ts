import { describe, expect, it } from 'vitest';
import { redact } from '../../../src/core/trust/redact.ts';

describe('a password that is a plain word', () => {
  it.each([
    ['a senha é gatopreto', 'gatopreto'],
    ['das Passwort lautet hasenfuß', 'hasenfuß'],
    ['das Datenbankpasswort ist hasenfuß.', 'hasenfuß'],
    ['パスワードは nekoneko です', 'nekoneko'],
    ['the db password is tangerine', 'tangerine'],
    ['la contraseña es gatonegro, el usuario es ana', 'gatonegro'],
    ['le mot de passe est chatnoir', 'chatnoir'],
    ['la password è gattonero', 'gattonero'],
    ['het wachtwoord is zwartekat', 'zwartekat'],
    ['hasło to czarnykot', 'czarnykot'],
    ['heslo je černákočka', 'černákočka'],
    ['пароль — котик', 'котик'],
    ['kata sandi adalah kucinghitam', 'kucinghitam'],
    ['密码是 heimao', 'heimao'],
    ['비밀번호는 kkamango 입니다', 'kkamango'],
    ['รหัสผ่านคือ maewdam', 'maewdam'],
  ])('%s: redacted where the sentence says that it is the password', (text, word) => {
    const out = redact(text);
    expect(out).not.toContain(word);
    expect(out).toBe(text.replace(word, '[redacted:password]'));
  });

  it.each([
    'the password is required',
    'the password is wrong',
    'the password is stored in the vault',
    'the password is shorter',
    'das Passwort ist falsch',
    'das Passwort ist abgelaufen',
    'a senha é obrigatória',
    'a senha é necessária',
    'la contraseña es incorrecta',
    'la password è scaduta',
    'le mot de passe est chiffré',
    'het wachtwoord is verlopen',
    'lösenordet är krypterat',
    'passordet er utløpt',
    'salasana on pakollinen',
    'hasło jest nieprawidłowe',
    'heslo je špatné',
    'пароль — обязательное поле',
    'パスワードは必須です',
    'パスワードは bcrypt でハッシュ化',
    '密码是 null',
    '비밀번호는 null 입니다',
    'kata sandi adalah wajib',
  ])('%s: stays, since it tells what the password is like', (text) => {
    expect(redact(text)).toBe(text);
  });
});
