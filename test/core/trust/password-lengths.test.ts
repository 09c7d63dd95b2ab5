import { expect, it } from 'vitest';
import { redact } from '../../../src/core/trust/redact.ts';

const signs = 'Zq7Xk9Lm2Pw4Rt6Yu8Io0';
const passwordOf = (length: number) =>
  signs.repeat(Math.ceil(length / signs.length)).slice(0, length);
const forms: Record<string, (value: string) => string> = {
  assigned: (value) => `DB_PASSWORD=${value}`,
  'in JSON': (value) => `{"password": "${value}"}`,
  'in YAML': (value) => `password: ${value}`,
  said: (value) => `my password is ${value}`,
  'in an address': (value) => `postgres://u:${value}@host/db`,
  'of mysql': (value) => `mysql -u root -p${value} db`,
  'of curl': (value) => `curl -u admin:${value} https://x`,
  'as an option': (value) => `tool --password ${value}`,
  'in SQL': (value) => `ALTER USER u IDENTIFIED BY '${value}'`,
  'of a function of SQL': (value) => `SELECT PASSWORD('${value}')`,
};

it.each(Object.keys(forms))(
  'takes out a password of up to 1,025 letters whole, on both sides of each limit: %s',
  (form) => {
    for (const length of [8, 63, 64, 65, 255, 256, 257, 511, 512, 513, 1_023, 1_025]) {
      const value = passwordOf(length);
      const out = redact(forms[form]!(value));
      expect(out, `${length}`).toContain('[redacted:');
      expect(out, `${length}`).not.toContain(value.slice(-8));
      expect(out, `${length}`).not.toContain(value.slice(0, 8));
    }
  },
);
