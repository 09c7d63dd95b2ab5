import { describe, expect, it } from 'vitest';
import { redact } from '../../../src/core/trust/redact.ts';

const uuid = '3f2a9c1e-77b4-4c1d-9a3e-0b5d8f6a1c22';
const hash = '8f14e45fceea167a5a36dedd4bea2543';

describe('ids and hashes behind the names of what they belong to', () => {
  it.each([
    `The Claude Code session ${uuid} was resumed.`,
    `Claude Code session: ${uuid}`,
    'Claude Code session 01HQ3X5Z7K8M9N2P4R6S8T0V1W',
    'Claude Code session id is abc123def456ghi',
    `Claude Code-Sitzung ${uuid}`,
    `Sesión de Claude Code ${uuid}`,
    `Claude Code ${uuid} was resumed`,
    'Claude Code thread T-3f2a9c1e77b4',
    'VS Code version 1.95.3-abc123',
    'the exit code is E1234abcd',
    'status code 4040A1',
    'postal code SW1A-1AA99',
    `the code of run ${hash}`,
    `the source code hash ${hash}`,
    `the token of request ${uuid} had expired`,
    `the login of session ${uuid} failed`,
    `cache key ${hash}`,
    `the primary key is ${uuid}`,
    `idempotency key ${uuid}`,
  ])('are told as they are: %s', (text) => {
    expect(redact(text)).toBe(text);
  });

  it.each([
    ['the access code is X7f9Kq2w', 'X7f9Kq2w'],
    ['verification code 482913aZ', '482913aZ'],
    ['my code is X7f9Kq2', 'X7f9Kq2'],
    ['le code est X7f9Kq2w', 'X7f9Kq2w'],
    ['the password for the session is Tr0ub4dor&3', 'Tr0ub4dor&3'],
    [`the password is ${hash}`, hash],
    [`token: ${uuid}`, uuid],
    [`the api key for build 12 is ${hash}`, hash],
    ['the password of session 77 is hunter2hunter2', 'hunter2hunter2'],
  ])('do not hide a secret: %s', (text, secret) => {
    const told = redact(text);
    expect(told).toMatch(/\[redacted/);
    expect(told).not.toContain(secret);
  });
});
