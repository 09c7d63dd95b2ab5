import { describe, expect, it } from 'vitest';
import { redact, redactDeep, redactedText } from '../../../src/core/trust/redact.ts';
import { redactedJson } from '../../../src/core/trust/redacted-json.ts';
import { places } from './corpus/commands.ts';
import { Generator, isHeldOut } from './corpus/generate.ts';
import { harmless } from './corpus/harmless.ts';
import { secretNames, spellings } from './corpus/names.ts';
import { sentences } from './corpus/sentences.ts';
import { keyed, tokens } from './corpus/tokens.ts';

interface Try {
  name: string;
  text: string;
  value: string;
}

/** What may stand directly around a token. */
const around: readonly ((token: string) => string)[] = [
  (token) => token,
  (token) => `key is ${token}, ok`,
  (token) => `"a\\n${token}"`,
  (token) => `x=%3D${token}`,
  (token) => `\\t${token}\\n`,
  (token) => `\\u0022${token}\\u0022`,
  (token) => `\u001b[0m${token}\u001b[0m`,
  (token) => `\\x1b[0m${token}`,
  (token) => `&quot;${token}&quot;`,
  (token) => encodeURIComponent(`"${token}"`),
  (token) => `payload ${btoa(`{"key":"${token}"}`)} end`,
];

function tokenTries(generator: Generator): Try[] {
  return tokens.flatMap(({ name, template }) =>
    around.map((put) => {
      const value = generator.fill(template);
      // The end of it: what comes before can be a host's address, which stays.
      return { name, text: put(value), value: value.slice(-10) };
    }),
  );
}

function keyedTries(generator: Generator): Try[] {
  return keyed.flatMap(({ name, variable, template }) => {
    const value = generator.fill(template);
    const texts = [
      `${variable}=${value}`,
      `  ${variable.toLowerCase()}: "${value}"`,
      `{"${variable}":"${value}"}`,
    ];
    return texts.map((text) => ({ name, text, value }));
  });
}

function nameTries(generator: Generator): Try[] {
  return secretNames.flatMap((name) =>
    Object.values(spellings).map((spell) => {
      const isPassword = /pass|pwd|pw$|psk/.test(name);
      const value = isPassword
        ? generator.password()
        : generator.fill(generator.pick(['{A:24}', '{x:32}', '{A:40}']));
      return { name, text: spell(name.split(' '), value), value };
    }),
  );
}

function placeTries(generator: Generator): Try[] {
  return places.flatMap((place) =>
    [
      generator.fill('{A:16}'),
      generator.password().replace(/[&%@$#^?]/g, '!'),
      generator.fill('{a:11}'),
    ].map((value) => ({ name: place, text: place.replaceAll('@@', value), value })),
  );
}

function shares(tries: readonly Try[]): Record<string, { share: number; missed: string[] }> {
  const parts = {
    tuned: tries.filter(({ name }) => !isHeldOut(name)),
    heldOut: tries.filter(({ name }) => isHeldOut(name)),
  };
  return Object.fromEntries(
    Object.entries(parts).map(([part, all]) => {
      const missed = all
        .filter(({ text, value }) => redact(text).includes(value))
        .map(({ text }) => text);
      return [part, { share: 1 - missed.length / all.length, missed }];
    }),
  );
}

describe('the corpus of secrets', () => {
  it('has over 300 shapes and 336 names, half of each held out', () => {
    expect(tokens.length + keyed.length).toBeGreaterThanOrEqual(300);
    expect(secretNames.length).toBeGreaterThanOrEqual(336);
    for (const names of [tokens.map(({ name }) => name), secretNames, places]) {
      expect(new Set(names).size).toBe(names.length);
      const held = names.filter(isHeldOut).length / names.length;
      expect(held).toBeGreaterThan(0.35);
      expect(held).toBeLessThan(0.65);
    }
  });

  it.each([
    ['tokens in every surrounding', tokenTries],
    ['values that a vendor’s name tells', keyedTries],
    ['names in every spelling', nameTries],
    ['commands, files and lines', placeTries],
  ] as const)('98 of 100 go of both halves: %s', { timeout: 60_000 }, (_, make) => {
    for (const [part, { share, missed }] of Object.entries(shares(make(new Generator(2027))))) {
      expect(share, `${part}: ${missed.slice(0, 10).join(' | ')}`).toBeGreaterThanOrEqual(0.98);
    }
  });

  it('finds in a field of our own what it finds in any text', { timeout: 60_000 }, () => {
    const tries = [tokenTries, keyedTries, nameTries, placeTries].flatMap((make) =>
      Object.values(make(new Generator(2029))).flat(),
    );
    expect(tries.length).toBeGreaterThan(1_000);
    for (const { text, value } of tries)
      for (const cwd of [text, value, `/home/user/${value}`])
        expect(redactedJson({ kind: 'session', cwd })).toBe(redactedText({ kind: 'session', cwd }));
  });

  it('takes under 1 of 100 look-alikes, of at least 500', { timeout: 60_000 }, () => {
    const lines = harmless(new Generator(31), 5);
    expect(lines.length).toBeGreaterThanOrEqual(500);
    const taken = lines.filter((line) => redact(line) !== line);
    expect(taken.length / lines.length, taken.slice(0, 10).join(' | ')).toBeLessThan(0.01);
  });

  it.each(Object.keys(sentences))(
    'finds what is said in %s, and leaves what only names it',
    (language) => {
      const generator = new Generator(language.charCodeAt(0) * 7 + language.charCodeAt(1));
      const { tells, keeps } = sentences[language]!;
      const tries = tells.flatMap((sentence) =>
        Array.from({ length: 10 }, () => {
          const value = /api/i.test(sentence) ? generator.fill('{A:24}') : generator.password();
          return { text: sentence.replace('@@', value), value };
        }),
      );
      const missed = tries
        .filter(({ text, value }) => redact(text).includes(value))
        .map(({ text }) => text);
      expect(
        1 - missed.length / tries.length,
        missed.slice(0, 5).join(' | '),
      ).toBeGreaterThanOrEqual(0.95);
      expect(keeps.filter((text) => redact(text) !== text)).toEqual([]);
    },
  );

  it('is the same within JSON, however deep', { timeout: 60_000 }, () => {
    for (const { text, value } of tokenTries(new Generator(5)).slice(0, 300)) {
      const held = { list: [{ output: text }], n: 1 };
      const found = !redact(text).includes(value);
      expect(JSON.stringify(redactDeep(held)).includes(value)).toBe(!found);
      expect(redactedJson(held).includes(value)).toBe(!found);
    }
  });

  it('changes nothing more when it is applied again', { timeout: 60_000 }, () => {
    const all = [
      ...tokenTries(new Generator(9)),
      ...placeTries(new Generator(9)),
      ...keyedTries(new Generator(9)),
    ];
    for (const { text } of all) {
      const once = redact(text);
      expect(redact(once)).toBe(once);
    }
  });

  it.each([65, 128, 511, 512, 513, 2_000, 9_000])(
    'a value of %i characters goes whole',
    (length) => {
      const value = new Generator(length).run(
        'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789!',
        length,
      );
      for (const text of [
        `PASSWORD=${value}`,
        `{"password":"${value}"}`,
        `api_key: '${value}'`,
        `my password is ${value.slice(0, 1_000)}`,
      ]) {
        expect(redact(text)).not.toContain(value.slice(40, 60));
        expect(redact(text)).not.toContain(value.slice(-12));
        expect(redact(text)).toContain('[redacted:');
      }
    },
  );

  it.each([
    'example123!X',
    'my_S3cret!42',
    '$ecret123!',
    '$ecr3tP4ss',
    'example-Tundra-77',
    'your_M0m!1972',
  ])('a value that begins like a placeholder goes: %s', (value) => {
    for (const text of [`PASSWORD=${value}`, `password: "${value}"`, `the password is ${value}`]) {
      expect(redact(text)).not.toContain(value);
      expect(redact(text)).toContain('[redacted:');
    }
  });
});
