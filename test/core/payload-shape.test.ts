import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { takeFields } from '../../src/core/payload-shape.ts';

const shape = { a: 'text', b: 'flag', c: 'list', d: 'texts', e: 'any' } as const;

describe('fields of a payload', () => {
  it('are taken where they hold what they should, and others are left out', () => {
    const whole = { a: '', b: false, c: [1], d: ['x'], e: null };
    expect(takeFields(shape, { ...whole, z: 1 })).toEqual(whole);
    expect(takeFields(shape, { a: 1, b: 'x', c: {}, d: ['x', 1], e: undefined })).toEqual({});
  });

  it('are none of what is no object, and none that only a prototype has', () => {
    expect([null, 'x', 3, undefined].map((raw) => takeFields(shape, raw))).toEqual(
      Array(4).fill(undefined),
    );
    expect(takeFields({ constructor: 'any', toString: 'any' }, {})).toEqual({});
  });

  it('never make anything fail', () => {
    fc.assert(
      fc.property(fc.anything(), (raw) => {
        const taken = takeFields(shape, raw) ?? {};
        expect(Object.keys(taken).every((name) => name in shape)).toBe(true);
      }),
    );
  });
});
