import { describe, expect, it } from 'vitest';
import { type Literal, patternsOf, src } from './find.ts';
import known from './known-unsafe.json' with { type: 'json' };
import { distinct, fault, forEach, hashOf, linearOnes, rate, survey } from './rating.ts';
import { measured } from './worst-text.ts';

const advice =
  'Write it so that no text can be matched in two ways (no `\\s*\\s*`, no unanchored run before what may be missing: ' +
  'begin with a lookbehind, or look for a word by indexOf first), or give it a bound: onShort(/…/, 200) of ' +
  'src/core/bounded-match.ts. Then: npm run patterns';
/** So many patterns are rated while the test runs; it takes seconds for each. */
const mostNew = 30;

const found = await survey();
const allowed = new Set(known.map(({ file, pattern }) => `${file} ${pattern}`));
const nameOf = (one: Literal) => `${one.file} /${one.source}/${one.flags}`;

describe('every pattern of src', () => {
  it('is found: as a literal, or where it is put together', () => {
    expect(found.patterns.length).toBeGreaterThan(1000);
    expect(found.problems).toEqual([]);
  });

  it('costs no more than its text is long, or is tried on short texts alone', async () => {
    const linear = linearOnes();
    const open = distinct(
      found.patterns.filter((one) => one.most === undefined && !linear.has(hashOf(one))),
    ).filter((one) => !allowed.has(nameOf(one)));
    expect(open.length, `${open.length} new patterns; rate them by: npm run patterns`).toBeLessThan(
      mostNew,
    );
    const wrong: string[] = [];
    await forEach(open, async (one) => {
      const why = await fault(one);
      if (why !== undefined)
        wrong.push(`src/${one.file}:${one.line} /${one.source}/${one.flags}: ${why}`);
    });
    expect(wrong, advice).toEqual([]);
  });

  it('takes at most a few milliseconds on the worst short text, where it is bounded', () => {
    const slow = found.patterns
      .filter((one) => one.most !== undefined)
      .map((one) => ({ place: `src/${one.file}:${one.line}`, ms: measured(one) }))
      .filter(({ ms }) => ms > 20);
    expect(slow, 'A lower bound is needed at onShort(/…/, <bound>).').toEqual([]);
  });

  it('is not excused any more, once it is gone', () => {
    const there = new Set(found.patterns.map(nameOf));
    expect(
      [...allowed].filter((name) => !there.has(name)),
      'Take it out of test/patterns/known-unsafe.json.',
    ).toEqual([]);
  });
});

describe('the check itself', () => {
  const one = (text: string) => patternsOf('core/x.ts', text);

  it('finds literals wherever they stand, and none in texts and comments', () => {
    const { literals } = one('const a = x / 2 / y; // /no/\nf(!/(b)+/u.test(q), "/no/");');
    expect(literals.map(({ source, flags }) => `${source} ${flags}`)).toEqual(['(b)+ u']);
  });

  it('takes a bound only from the door and only as a number', () => {
    const door = "import { onShort } from '../bounded-match.ts';";
    expect(one(`${door} onShort(/a/, 300)`).literals[0]!.most).toBe(300);
    expect(one(`${door} onShort(/a/, 300)`).problems).toEqual([]);
    expect(one(`${door} onShort(/a/, size)`).problems).toHaveLength(1);
    expect(one(`${door} onShort(/a/, 3000)`).problems).toHaveLength(1);
    expect(one('const onShort = (a) => a; onShort(/a/, 300)').problems).toHaveLength(1);
    expect(one(`${door} f(/a/, 300)`).literals[0]!.most).toBeUndefined();
  });

  it('sees a pattern made in a way it does not follow', () => {
    expect(one('const R = RegExp; R("a")').problems).toHaveLength(1);
    expect(one('RegExp("a")').problems).toHaveLength(1);
    expect(one('const a = (x: RegExp) => x instanceof RegExp').problems).toEqual([]);
  });

  it('fails on what grows faster than its text', async () => {
    expect(await fault({ source: '\\s+$', flags: '' })).toMatch(/polynomial/i);
    expect(await fault({ source: '^(?:a|a)*$', flags: '' })).toMatch(/exponential/i);
    expect(await fault({ source: '^a+$', flags: '' })).toBeUndefined();
    expect(await fault({ source: 'a{0,3}b{0,4000}c', flags: '' })).toMatch(/ms for a text/);
  });

  it('measures the worst text of a bounded pattern', () => {
    expect(measured({ source: '^(?:a|a)*$', flags: '', most: 26 })).toBeGreaterThan(20);
    expect(measured({ source: '^a+$', flags: '', most: 2000 })).toBeLessThan(20);
  });

  it('reads src', () => {
    expect(src.endsWith('/src')).toBe(true);
    expect(rate).toBeTypeOf('function');
  });
});
