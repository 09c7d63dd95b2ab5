import { describe, expect, it } from 'vitest';
import { cookiesNamed, isTarget, PageKeys } from '../../../src/app/page/keys.ts';

let count = 0;
const random = (bytes: number): string => (++count).toString(16).padStart(bytes * 2, '0');

function made() {
  const time = { ms: 1_000_000 };
  return { time, keys: new PageKeys(random, () => time.ms) };
}

describe('a link of the page', () => {
  it('opens it once', () => {
    const { keys } = made();
    const link = keys.link('sessions', true);
    expect(keys.open(link)).toMatchObject({ target: 'sessions' });
    expect(keys.open(link)).toBeUndefined();
    expect(keys.open('f'.repeat(48))).toBeUndefined();
  });

  it('opens nothing after a minute', () => {
    const { keys, time } = made();
    const link = keys.link('sessions', true);
    time.ms += 60_001;
    expect(keys.open(link)).toBeUndefined();
  });
});

describe('an opened page', () => {
  it('is known by its cookie beside any number of others, and changes things by its key alone', () => {
    const { keys } = made();
    const { cookie, key } = keys.open(keys.link('sessions', true))!;
    const other = keys.open(keys.link('sessions', false))!;
    expect(keys.admits(['0'.repeat(64), cookie])).toMatchObject({ person: true });
    expect(keys.admits([other.cookie])).toMatchObject({ person: false });
    expect(keys.admits([])).toBeUndefined();
    expect(keys.mayChange([cookie], key)).toMatchObject({ person: true });
    expect(keys.mayChange([cookie], other.key)).toBeUndefined();
    expect(keys.mayChange([cookie], undefined)).toBeUndefined();
  });

  it('is closed when nobody used it for half a day, and stays open while somebody does', () => {
    const { keys, time } = made();
    const { cookie } = keys.open(keys.link('sessions', true))!;
    const hours = 60 * 60 * 1000;
    for (let at = 0; at < 3; at += 1) {
      time.ms += 11 * hours;
      expect(keys.admits([cookie])).toBeDefined();
    }
    time.ms += 13 * hours;
    expect(keys.admits([cookie])).toBeUndefined();
  });
});

describe('a Cookie header', () => {
  it('gives every value of a name, and minds nothing else in it', () => {
    const own = 'a'.repeat(64);
    const header = `x=%zz; holdfast-1=bad; ; =; holdfast-1=${own};holdfast-1 = ${'b'.repeat(64)}`;
    expect(cookiesNamed('holdfast-1', header)).toEqual([own, 'b'.repeat(64)]);
    expect(cookiesNamed('holdfast-1', undefined)).toEqual([]);
  });
});

describe('a view in an address', () => {
  it.each([
    'sessions',
    'session/claude-code%2F5f0c',
    'tickets?project=%2Fhome%2Fyou',
    'worker/w-1',
  ])('is %s', (text) => expect(isTarget(text)).toBe(true));
  it.each(['', '//x.example', 'a"b', 'javascript:x', 'a\nb', '<b>'])('is none: %j', (text) =>
    expect(isTarget(text)).toBe(false),
  );
});
