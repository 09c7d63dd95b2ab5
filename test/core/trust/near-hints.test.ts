import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearHints } from '../../../src/core/trust/near-hints.ts';
import { redact } from '../../../src/core/trust/redact.ts';

const filler = 'Nothing of that here, only words and const numbers = [1, 2, 3];\n'.repeat(60);
const key = `ghp_${'aB3dE5fG7hJ9kL1m'.repeat(3).slice(0, 36)}`;

describe('work near hints', () => {
  it('leaves out what is far from any, and sees each line once', () => {
    const seen: string[] = [];
    const text = `${filler}a hint here\nb\nc\nd\n${filler}two hint hint\nhint\ny\nz`;
    const out = nearHints(text, /hint/, 1, (part) => {
      seen.push(part);
      return part.toUpperCase();
    });
    expect(seen).toEqual(['a hint here\nb', 'two hint hint\nhint\ny']);
    expect(out).toBe(`${filler}A HINT HERE\nB\nc\nd\n${filler}TWO HINT HINT\nHINT\nY\nz`);
    expect(nearHints(text, /nowhere/, 1, () => 'no')).toBe(text);
  });

  it('gives a short text whole', () => {
    expect(nearHints('a\nhint\nb', /hint/, 0, (part) => `<${part}>`)).toBe('<a\nhint\nb>');
  });
});

describe('redaction of a long text', () => {
  it.each([
    `the key ${key} is here`,
    'password = "hunter2-is-long"',
    'api_key\n  :\n  "aB3dE5fG7hJ9"',
    'Authorization:\n Bearer\n abc.def-123456',
    'curl -u me:hunter2x https://x.test',
    'login me\n\npassword hunter2x',
    'export SECRET_TOKEN=aB3dE5fG7hJ9kL1m',
    `${'x'.repeat(3000)} token=aB3dE5fG7hJ9kL1m`,
  ])('finds what it finds in the text alone: %j [case 34]', (secret) => {
    const alone = redact(secret);
    expect(alone).not.toBe(secret);
    expect(redact(`${filler}${secret}\n${filler}`)).toBe(`${filler}${alone}\n${filler}`);
  });

  it('does the same line by line, however the lines come', () => {
    const line = fc.constantFrom(
      'plain words',
      `a ${key} b`,
      'token: aB3dE5fG7hJ9kL1m',
      'the token of it',
      '',
      'cookie: sid=abc123; x=1',
      'a task-force and a disk-drive',
    );
    fc.assert(
      fc.property(fc.array(line, { minLength: 200, maxLength: 260 }), (lines) => {
        // A full stop at the end of a line keeps what is looked for from reaching into the next.
        const text = lines.map((one) => `${one} .`);
        expect(redact(text.join('\n'))).toBe(text.map((one) => redact(one)).join('\n'));
      }),
      { numRuns: 50 },
    );
  });
});
