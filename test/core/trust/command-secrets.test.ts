import { describe, expect, test } from 'vitest';
import { redact } from '../../../src/core/trust/redact.ts';
import { redactedJson } from '../../../src/core/trust/redacted-json.ts';
import { expectLinear } from './linear.ts';

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
    `docker login -u me -p ${value} registry.example.org`,
    `podman login --username me -p='${value}' quay.io`,
    `helm registry login -u me -p ${value} x.y`,
    `az login --service-principal -u app -p ${value} --tenant t`,
    `setx API_TOKEN ${value}`,
    `setx /M DB_PASSWORD "${value}"`,
    `setenv MY_SECRET ${value}`,
    `set -gx NPM_TOKEN ${value}`,
    `aws configure set aws_secret_access_key ${value}`,
    `npm config set //registry.example.org/:_authToken ${value}`,
    `[Environment]::SetEnvironmentVariable("API_KEY", "${value}", "User")`,
    `db.local:5432:shop:app:${value}`,
    `*:*:*:app:${value}`,
    `# .pgpass\ndb.local:5432:*:app:${value}\nother:5433:x:y:z${value}`,
    `echo "[::1]:5432:shop:app:pa\\:${value}" >> ~/.pgpass`,
    `secret_key='a b ${value}'`,
    `SECRET_KEY = "django insecure ${value}"`,
    `client_secret: "part one ${value} two"`,
    `https://${long}@git.example.org/o/r`,
    `VAULT=hvs.${long}`,
    `use ATATT3xFf${long} for it`,
  ])('goes: %s', (text) => {
    const out = redact(text);
    expect(out).not.toContain(value);
    expect(redact(out)).toBe(out);
    expect(redactedJson({ command: text })).not.toContain(value);
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
    'docker login -u me -p "$PASS" registry.example.org',
    'docker login --password-stdin -u me; docker run -p 8080:80 web',
    'docker login\ndocker run -p 8080:80 web',
    'setx PATH C:\\tools2024\\bin',
    'setx API_TOKEN %TOKEN%',
    'git config set user.name token2024',
    'set -x; token refreshed2024',
    'app.ts:1204:17:key:value12',
    'main.c:1020: error: expected token',
    '127.0.0.1:8080:80 and registry:5000:latest',
    'at 10:15:2024:a b',
    '*:*:*:app:$PGPASSWORD',
    'secret: "see page 12 of the wiki"',
    'token = "Unexpected token 401 in JSON at position 20"',
    "api_key = 'set API_KEY_V2 in src/env2024.ts by 2026-11-28'",
  ])('and what only looks like one stays: %s', (text) => expect(redact(text)).toBe(text));

  test('is told once where a token stands in an address in place of a name', () => {
    const token = `ghp_${long}`;
    expect(redact(`git clone https://${token}@x.org/o/r`)).toBe(
      'git clone https://[redacted:github-token]@x.org/o/r',
    );
    expect(redact(`https://me:${token}@x.org`)).toBe('https://me:[redacted:github-token]@x.org');
    expect(redact(`https://${token}:x-oauth-basic@x.org`)).toBe(
      'https://[redacted:github-token]:[redacted:password]@x.org',
    );
  });

  test('is looked for in no more than linear time', () => {
    for (const piece of [
      'curl ',
      'mysql -',
      'login a ',
      '\\"',
      '<token>',
      'a.',
      '?sig=',
      'N0aa',
      'docker login ',
      'setx token',
      'a:5432:',
      '*:*:a:',
      'set -x ',
    ]) {
      expectLinear((length) => redact(piece.repeat(length / piece.length)));
    }
  });
});
