import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { haystack } from '../../bench/survival/truth/haystack.ts';
import type { Matcher } from '../../bench/survival/truth/matcher.ts';
import { matches, phrase, verbatim, words } from '../../bench/survival/truth/matcher.ts';

const holds = (text: string, matcher: Matcher) => matches(haystack(text), matcher);
const path = (name: string, ambiguous = false): Matcher => ({ by: 'path', path: name, ambiguous });

/** Words that stand in no fact of these tests. */
const noise = fc
  .array(fc.constantFrom('lorem', 'ipsum', 'dolor', 'amet', 'sit', 'elit'), { maxLength: 60 })
  .map((some) => some.join(' '));
const name = fc
  .stringMatching(/^[b-z]{3,9}$/)
  .filter((word) => !/^(lorem|ipsum|dolor|amet|elit)$/.test(word));

describe('a matcher of paths', () => {
  it('takes a file by its own name, whole, at any depth of the path that is told', () => {
    expect(holds('see src/parse/date.ts:74.', path('src/parse/date.ts'))).toBe(true);
    expect(holds('- **`date.ts`** (modified)', path('src/parse/date.ts'))).toBe(true);
    expect(holds('C:\\work\\src\\parse\\date.ts', path('src/parse/date.ts'))).toBe(true);
    expect(holds('see update.ts and date.tsx', path('src/parse/date.ts'))).toBe(false);
    expect(holds('the date', path('src/parse/date.ts'))).toBe(false);
  });

  it('asks for the folder where another known file has the same name', () => {
    expect(holds('index.ts', path('src/a/index.ts', true))).toBe(false);
    expect(holds('src/b/index.ts', path('src/a/index.ts', true))).toBe(false);
    expect(holds('a/index.ts', path('src/a/index.ts', true))).toBe(true);
    expect(holds('src/a/:\n- index.ts\n- other.ts', path('src/a/index.ts', true))).toBe(true);
    expect(holds('src/b/:\n- index.ts', path('src/a/index.ts', true))).toBe(false);
  });

  it('takes names with brackets and in other scripts', () => {
    expect(holds('app/[id].tsx', path('app/[id].tsx'))).toBe(true);
    expect(holds('文档/计划.md', path('/w/文档/计划.md'))).toBe(true);
    expect(holds('文档/计划书.md', path('/w/文档/计划.md'))).toBe(false);
  });

  it('fails when the path is taken out of the text', () => {
    fc.assert(
      fc.property(noise, noise, name, name, (before, after, folder, file) => {
        const fact = path(`src/${folder}/${file}.ts`);
        expect(holds(`${before}\n- src/${folder}/${file}.ts\n${after}`, fact)).toBe(true);
        expect(holds(`${before}\n${after}`, fact)).toBe(false);
      }),
    );
  });
});

describe('a matcher of phrases and words', () => {
  it('takes a phrase unbroken, whatever stands between its words', () => {
    expect(holds('run `mise run test:ci` twice', phrase('mise run test:ci'))).toBe(true);
    expect(holds('mise run tests:ci', phrase('mise run test:ci'))).toBe(false);
    expect(holds('go build && go test ./...', phrase('go test'))).toBe(true);
    expect(holds('cargo test', phrase('go test'))).toBe(false);
    expect(holds('anything', phrase(''))).toBe(false);
  });

  it('counts distinct words, and with a window only those close together', () => {
    const fact = words('keep the parser small and fast', 0.7);
    expect(holds('the parser: small, fast, keep', fact)).toBe(true);
    expect(holds('the parser is slow', fact)).toBe(false);
    const near = words('alpha beta gamma', 1, 4);
    expect(holds('alpha x beta gamma', near)).toBe(true);
    expect(holds('alpha x x x beta gamma', near)).toBe(false);
  });

  it('wants one phrase of each group near the others', () => {
    const fact: Matcher = { by: 'near', groups: [['go test'], ['ok', 'passed']], window: 5 };
    expect(holds('go test ./... → ok', fact)).toBe(true);
    expect(holds('passed: go test', fact)).toBe(true);
    expect(holds('go test a b c d e f ok', fact)).toBe(false);
    expect(holds('go test', fact)).toBe(false);
    expect(holds('go', { by: 'near', groups: [], window: 5 })).toBe(false);
  });

  it('fails when one of the needed words is taken out', () => {
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 3, maxLength: 12 }), noise, (some, rest) => {
        const fact = words(some.join(' '), 1);
        expect(holds(`${rest} ${some.join(` ${rest} `)}`, fact)).toBe(true);
        for (const missing of some) {
          const left = some.filter((word) => word !== missing).join(' ');
          expect(holds(`${rest} ${left}`, fact)).toBe(false);
        }
        expect(holds(rest, phrase(some.join(' ')))).toBe(false);
      }),
    );
  });

  it('finds with the window what stands in it and nothing else', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(name, { minLength: 2, maxLength: 5 }),
        fc.integer({ min: 0, max: 30 }),
        (some, gap) => {
          const text = some.join(` ${'lorem '.repeat(gap)}`);
          const span = some.length + gap * (some.length - 1);
          expect(holds(text, words(some.join(' '), 1, span))).toBe(true);
          expect(holds(text, words(some.join(' '), 1, span - 1))).toBe(false);
        },
      ),
    );
  });
});

describe('a matcher of words for word', () => {
  it('forgives white space and the shape of quotes, and nothing else', () => {
    const fact = verbatim('don’t touch\n  "gen.ts"');
    expect(holds("- “don't touch “gen.ts””", fact)).toBe(true);
    expect(holds('don\'t ever touch "gen.ts"', fact)).toBe(false);
    expect(holds('Don\'t touch "gen.ts"', fact)).toBe(false);
  });

  it('fails for any text from which one letter was taken', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{5,40}$/), fc.nat(), noise, (text, at, rest) => {
        const cut = at % text.length;
        const torn = text.slice(0, cut) + text.slice(cut + 1);
        fc.pre(!torn.includes(text));
        expect(holds(`${rest} ${text} ${rest}`, verbatim(text))).toBe(true);
        expect(holds(`${rest} ${torn} ${rest}`, verbatim(text))).toBe(torn.includes(text));
      }),
    );
  });
});
