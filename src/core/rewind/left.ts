/** Places of a record that do not count: half-open ranges of byte offsets, in order, none touching the next. */
export type Left = readonly (readonly [from: number, to: number])[];

/** True for a place in one of the ranges. */
export function isLeft(left: Left | undefined, place: number): boolean {
  if (left === undefined || left.length === 0) return false;
  let low = 0;
  let high = left.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (left[middle]![1] <= place) low = middle + 1;
    else high = middle;
  }
  return low < left.length && left[low]![0] <= place;
}

/** The places of both. An empty range adds nothing. */
export function withLeft(left: Left, from: number, to: number): Left {
  if (to <= from) return left;
  const before = left.filter((range) => range[1] < from);
  const after = left.filter((range) => range[0] > to);
  const joined = left.slice(before.length, left.length - after.length);
  const start = Math.min(from, ...joined.map((range) => range[0]));
  const end = Math.max(to, ...joined.map((range) => range[1]));
  return [...before, [start, end], ...after];
}

export function isSameLeft(one: Left, other: Left): boolean {
  return (
    one.length === other.length &&
    one.every(([from, to], index) => other[index]![0] === from && other[index]![1] === to)
  );
}

/** True for what was written by `JSON.stringify` from such ranges. */
export function isLeftValue(value: unknown): value is Left {
  return (
    Array.isArray(value) &&
    value.every(
      (range) =>
        Array.isArray(range) &&
        range.length === 2 &&
        range.every((end) => typeof end === 'number' && Number.isFinite(end)),
    )
  );
}
