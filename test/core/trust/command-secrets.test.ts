import { describe, expect, test } from 'vitest';
import { redact } from '../../../src/core/trust/redact.ts';

const value = 'Zq7Xk9Lm2Pw4';
const long = value.repeat(3);

describe('a secret that is known by its place', () => {
  test.each([
    `curl -u admin:${value} https://x.y`,
    `curl -s --user "admin:${value}" https://x.y`,
    `mysql -u root -p${value} shop`,
    `mysqldump -p'${value}' shop`,
    `sshpass -p '${value}' ssh host`,
    `redis-cli -h cache -a ${value} ping`,
    `openssl rsa -in key.pem -passin pass:${value}`,
    `machine x.y login me password ${value}`,
    `machine x.y\nlogin me\npassword ${value}`,
    `<password>${value}</password>`,
    `https://x.blob.core.windows.net/c?sv=2020&sig=${long}%3D`,
    `https://b.s3.amazonaws.com/k?X-Amz-Signature=${long}&x=1`,
    `{\\"db\\": {\\"password\\": \\"${value}\\"}}`,
    `export DB_PASS='${value}'`,
    `DBPASS=${value}`,
    `SECRET_KEY_BASE=${long}`,
    `SECRET_KEY = "${long}"`,
    `APP_KEY=base64:${long}=`,
    `client-key-data: ${long}`,
    `docker login -p dckr_pat_${long}`,
    `VAULT=hvs.${long}`,
    `use ATATT3xFf${long} for it`,
  ])('goes: %s', (text) => {
    const out = redact(text);
    expect(out).not.toContain(value);
    expect(redact(out)).toBe(out);
  });

  test.each([
    'curl -u "$USER:$PASS" https://x.y',
    'curl -o out https://host:8080/path',
    'mysql -u root -p shop',
    'docker run mysql -p 3306:3306',
    'after the login users password reset fails',
    'the tests pass: 12, fail: 3',
    'bypass=5 compass-pass',
    '{\\"primaryKey\\": \\"order_2_item\\"}',
    'https://x.y/a?significant=1&sort=up',
    'SKIPPED dapi hvs. fm1',
  ])('and what only looks like one stays: %s', (text) => expect(redact(text)).toBe(text));

  test('is looked for in no more than linear time', () => {
    const start = performance.now();
    for (const piece of ['curl ', 'mysql -', 'login a ', '\\"', '<token>', 'a.', '?sig=', 'N0aa']) {
      redact(piece.repeat(200_000 / piece.length));
    }
    expect(performance.now() - start).toBeLessThan(4_000);
  });
});
