import { describe, expect, it } from 'vitest';
import { redact, redactDeep } from '../../../src/core/trust/redact.ts';
import { redactedJson } from '../../../src/core/trust/redacted-json.ts';

const token = `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6'}`;
const hidden: [string, string][] = [
  ['colours of grep', `GITHUB=\u001b[01;31m\u001b[Kghp\u001b[m\u001b[K${token.slice(3)}`],
  ['a reset in the middle', `${token.slice(0, 9)}\u001b[0m${token.slice(9)}`],
  ['a zero-width space', `${token.slice(0, 9)}\u200b${token.slice(9)}`],
  ['a soft hyphen', `token: ${token.slice(0, 12)}\u00ad${token.slice(12)}`],
];
const tail = token.slice(12);

describe('a secret with something hidden inside', () => {
  it.each(hidden)('is found: %s', (_, text) => {
    expect(redact(text)).not.toContain(tail);
    expect(redact(text)).toContain('[redacted:');
    expect(JSON.stringify(redactDeep({ a: [text] }))).not.toContain(tail);
    expect(redactedJson({ a: [text] })).not.toContain(tail);
  });

  it('is the only reason for which colours are taken out', () => {
    expect(redact('\u001b[31mred\u001b[0m zwsp\u200b')).toBe('\u001b[31mred\u001b[0m zwsp\u200b');
  });
});
