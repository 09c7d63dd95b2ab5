import { expect, it } from 'vitest';
import { coversAll, mergeRanges, missingRanges } from '../../../src/core/recovery/ranges.ts';

it('ranges that touch are one, those that hold nothing are none', () => {
  expect(
    mergeRanges([
      [5, 6],
      [1, 2],
      [3, 3],
    ]),
  ).toEqual([
    [1, 3],
    [5, 6],
  ]);
  expect(
    mergeRanges([
      [4, 3],
      [8, 8],
    ]),
  ).toEqual([[8, 8]]);
  expect(
    mergeRanges([
      [1, 9],
      [2, 3],
    ]),
  ).toEqual([[1, 9]]);
});

it('a file is covered from its first line to its last', () => {
  expect([coversAll([], 0), coversAll([], 1)]).toEqual([true, false]);
  expect([coversAll([[1, 4]], 4), coversAll([[1, 4]], 5), coversAll([[2, 9]], 5)]).toEqual([
    true,
    false,
    false,
  ]);
  expect([
    coversAll([[0, 4]], 4),
    coversAll(
      [
        [1, 2],
        [4, 5],
      ],
      5,
    ),
  ]).toEqual([true, false]);
});

it('the lines that are missing are told to the last one, and none that the file does not have', () => {
  expect(missingRanges([], 0)).toEqual([]);
  expect(missingRanges([], 3)).toEqual([[1, 3]]);
  expect(
    missingRanges(
      [
        [1, 2],
        [5, 6],
      ],
      7,
    ),
  ).toEqual([
    [3, 4],
    [7, 7],
  ]);
  expect(missingRanges([[1, 7]], 7)).toEqual([]);
  expect(
    missingRanges(
      [
        [1, 2],
        [9, 12],
      ],
      7,
    ),
  ).toEqual([[3, 7]]);
  expect(
    missingRanges(
      [
        [1, 7],
        [9, 12],
      ],
      7,
    ),
  ).toEqual([]);
  expect(missingRanges([[2, 2]], 2)).toEqual([[1, 1]]);
});
