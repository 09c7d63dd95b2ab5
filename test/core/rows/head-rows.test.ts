import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headRows } from '../../../src/core/rows/head-rows.ts';

describe('the first rows of a record', () => {
  it('are read line by line, two on a line, behind a byte order mark, blanks and NUL bytes', () => {
    const head = '\ufeff{"a":1}\r\n\n\0\0{"b":2}{"c":3}\n// comment\nno row\n{"d":4}';
    expect(headRows(head)).toEqual([{ a: 1 }, { b: 2 }, { c: 3 }, { d: 4 }]);
  });

  it('of a row that goes on behind the head have its plain members up to the first long one', () => {
    const row = {
      type: 'user',
      isSidechain: false,
      parentUuid: null,
      count: -12.5,
      nested: { name: 'a "b" \\ \n', deep: { x: 'y' } },
      sessionId: 's',
      message: { role: 'user', content: 'x'.repeat(100_000) },
      uuid: 'behind',
    };
    expect(headRows(JSON.stringify(row).slice(0, 65_536))).toEqual([
      { ...row, message: { role: 'user' }, uuid: undefined },
    ]);
  });

  it('of a head that ends within a list, a name or a bracket have what is before', () => {
    expect(headRows('{"a":"b","list":[{"c":1},{"d"')).toEqual([{ a: 'b', list: [] }]);
    expect(headRows('{"a":"b","na')).toEqual([{ a: 'b' }]);
    expect(headRows('{"a":{"b":"c"')).toEqual([{ a: { b: 'c' } }]);
  });

  it('are borne whatever the head is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(200), (text, cut) => {
        headRows(text);
        headRows(`{"a":"b","c":${JSON.stringify(text)}}`.slice(0, cut));
      }),
    );
  });

  it('are at most sixty, so that a head of tiny rows costs little', () => {
    expect(headRows('{"a":1}\n'.repeat(9_000)).length).toBeLessThanOrEqual(60);
  });
});
