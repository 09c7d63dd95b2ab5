import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redact, redactDeep, redactedText } from '../../../src/core/trust/redact.ts';
import { redacted, redactedJson } from '../../../src/core/trust/redacted-json.ts';

const token = `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6'}`;

describe('a mark that stands in a text already', () => {
  it.each<[string, RegExp, string]>([
    ['see [redacted:jwt] now', /redacted/gu, 'see [redacted:jwt] now'],
    ['see [redacted:jwt] now', /\[redacted:jwt\]/gu, 'see [redacted:jwt] now'],
    ['see [redacted:jwt]', /see \S+/gu, '[redacted:custom][redacted:jwt]'],
    ['[redacted:jwt] now', /\S+ now/gu, '[redacted:jwt][redacted:custom]'],
    ['secretword[redacted:jwt]', /word\[red/gu, 'secret[redacted:custom][redacted:jwt]'],
    ['[redacted:jwt]secretword', /wt\]secret/gu, '[redacted:jwt][redacted:custom]word'],
    [
      '[redacted:a] secretword [redacted:b]',
      /\[redacted:a\] secretword \[redacted:b\]/gu,
      '[redacted:a][redacted:custom][redacted:b]',
    ],
    [
      '[redacted:a]secretword[redacted:b]',
      /secretword/gu,
      '[redacted:a][redacted:custom][redacted:b]',
    ],
    ['[redacted:a] secretword', /secretword/gu, '[redacted:a] [redacted:custom]'],
    ['secretword [redacted:a]', /secretword/gu, '[redacted:custom] [redacted:a]'],
    [
      'x [redacted:a] y [redacted:b] secretword [redacted:c] z',
      /secretword/gu,
      'x [redacted:a] y [redacted:b] [redacted:custom] [redacted:c] z',
    ],
    ['[redacted:a] [redacted:b]', /\] \[/gu, '[redacted:a] [redacted:b]'],
    ['ab[redacted:a]', /ab\[red/gu, 'ab[redacted:a]'],
    ['abc[redacted:a]', /abc\[red/gu, '[redacted:custom][redacted:a]'],
  ])('stays whole, and what else a pattern of a person takes goes: %s by %s', (text, own, out) => {
    expect(redact(text, [own])).toBe(out);
  });

  it('changes nothing of how secrets around it are found', () => {
    expect(redact(`[redacted:jwt] ${token}`)).toBe('[redacted:jwt] [redacted:github-token]');
    expect(redact(`${token} [redacted:jwt]`)).toBe('[redacted:github-token] [redacted:jwt]');
    expect(redact('password=[redacted:password]')).toBe('password=[redacted:password]');
  });
});

describe('a pattern of a person', () => {
  const own = [/secretword/gu];

  it('finds all that it matches, also where something hidden stands in it', () => {
    expect(redact('a secretword, a secretword', own)).toBe(
      'a [redacted:custom], a [redacted:custom]',
    );
    expect(redact('se\u200bcretword', own)).toBe('[redacted:custom]');
    expect(redact('secretword and se\u00adcretword', own)).toBe(
      '[redacted:custom] and [redacted:custom]',
    );
    expect(redact('secretword', [])).toBe('secretword');
  });

  it.each<[string, (value: unknown) => string]>([
    ['text', (value) => redactedText(value, own)],
    ['value', (value) => JSON.stringify(redactDeep(value, own))],
    ['plain JSON', (value) => redactedJson(value, own)],
    ['plain value', (value) => JSON.stringify(redacted(value, own))],
  ])('is looked for in every text and name of a %s', (_, write) => {
    expect(write({ at: 'secretword', b: [1, null, 'x secretword'], secretword: true })).toBe(
      '{"at":"[redacted:custom]","b":[1,null,"x [redacted:custom]"],"[redacted:custom]":true}',
    );
    expect(write({ at: 'se\u200bcretword' })).toBe('{"at":"[redacted:custom]"}');
  });
});

describe('a value as JSON', () => {
  it.each<[unknown, unknown]>([
    [{ a: `x ${token}` }, { a: 'x [redacted:github-token]' }],
    [{ a: `ghp\u200b${token.slice(3)}` }, { a: '[redacted:github-token]' }],
    [{ a: `é ghp\u0001${token.slice(3)}` }, { a: 'é [redacted:github-token]' }],
    [{ password: 'hunter22' }, { password: '[redacted:password]' }],
    [{ [token]: 1 }, { '[redacted:github-token]': 1 }],
    [{ a: 'pass\u200bword: hunter22' }, { a: 'pass\u200bword: [redacted:password]' }],
    [{ a: 'pass\u0001word=hunter22' }, { a: 'pass[redacted:password]' }],
    [
      { a: { b: [{ password: 'hunter22' }] }, n: null, f: false, i: 0 },
      { a: { b: [{ password: '[redacted:password]' }] }, n: null, f: false, i: 0 },
    ],
    [
      { a: 'plain', b: ['é', 2] },
      { a: 'plain', b: ['é', 2] },
    ],
  ])('holds no secret: %j', (value, out) => {
    for (const text of [redactedText(value), redactedJson(value)])
      expect(JSON.parse(text)).toEqual(out);
    expect(redactDeep(value)).toEqual(out);
    expect(redacted(value)).toEqual(out);
  });

  it('is told by its field’s name only where that is a name, and the value one line', () => {
    const long = `${'x'.repeat(91)}_password`;
    expect(redactDeep({ [long]: 'hunter22' })).toEqual({ [long]: '[redacted:password]' });
    const longer = `${'x'.repeat(92)}_password`;
    expect(redactDeep({ [longer]: 'hunter22' })).toEqual({ [longer]: 'hunter22' });
  });

  it('is the very same where it holds only what is plain', () => {
    for (const value of [
      { at: '2026-01-01T00:00:00.000Z', offset: 12, kind: 'armed', version: 1 },
      { agent: 'a', cwd: '/w/project', hash: 'abc', id: 'x', inode: 3, trigger: 'auto' },
      { lastAnswer: 'x', cursor: { record: '/w/r.jsonl', offset: 1 }, plans: ['a/b.md'] },
      { project: '/w', reason: 'x', recovery: 'r1', source: 'compact' },
      { record: '/s/00000000-aaaa-4bbb-8ccc-0123456789ab.jsonl' },
      { record: '/s/T10-20-30-00000000-aaaa-4bbb-8ccc-0123456789ab.jsonl' },
      { id: '00000000-aaaa-4bbb-8ccc-0123456789ab' },
      { kind: 'a-long-name-of-small-letters' },
      { kind: 'a%b' },
      { kind: null, at: true },
      ['a', 'b/c'],
      'abc',
    ]) {
      expect(redacted(value)).toBe(value);
      expect(redactedJson(value)).toBe(JSON.stringify(value));
    }
  });

  it('is looked through where anything in it is not plain', () => {
    for (const value of [
      { text: 'abc' },
      { at: 'two words' },
      { at: 'é234' },
      { at: '2026-01-01T00:00:00.000Z or so' },
      { at: 'of 2026-01-01T00:00:00.000Z' },
      { kind: ['armed', 'two words'] },
      { kind: 'armed', cursor: { text: 'abc' } },
      { kind: 'A-long-name-with-capitals' },
      { record: '/s/a0000000000000000001.jsonl' },
      { record: 'key00000000-aaaa-4bbb-8ccc-0123456789ab' },
      { record: 'T1-20-30-00000000-aaaa-4bbb-8ccc-0123456789ab' },
      ['abc', 'two words'],
    ])
      expect(redacted(value)).not.toBe(value);
  });

  it('is the same in every way of writing it, whatever stands in it', () => {
    const pieces = ['at', 'kind', 'text', 'password', 'secretword', token, 'hunter22', 'é', 'a/b'];
    const words = fc
      .array(fc.constantFrom(...pieces), { maxLength: 4 })
      .map((all) => all.join(' '));
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 2 },
        words,
        fc.integer(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(words, tie('value'), { maxKeys: 3 }),
      ),
    }));
    fc.assert(
      fc.property(value, (one) => {
        const whole = JSON.stringify(redactDeep(one));
        expect(redactedText(one)).toBe(whole);
        expect(redactedJson(one)).toBe(whole);
        expect(whole).not.toContain(token.slice(8));
      }),
    );
  });
});
