/** Joins closed line ranges that touch or overlap; sorted by start. */
export function mergeRanges(ranges: readonly [number, number][]): [number, number][] {
  const sorted = ranges.filter(([start, end]) => end >= start).sort((a, b) => a[0] - b[0]);
  const merged: [number, number][] = [];
  for (const [start, end] of sorted) {
    const last = merged.at(-1);
    if (last && start <= last[1] + 1) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

/** True when the ranges hold every line from 1 to `lines`. An empty file is covered by anything. */
export function coversAll(ranges: readonly [number, number][], lines: number): boolean {
  if (lines === 0) return true;
  const first = mergeRanges(ranges)[0];
  return first !== undefined && first[0] <= 1 && first[1] >= lines;
}

/** The lines from 1 to `lines` that the ranges leave out. */
export function missingRanges(
  ranges: readonly [number, number][],
  lines: number,
): [number, number][] {
  const gaps: [number, number][] = [];
  let next = 1;
  for (const [start, end] of mergeRanges(ranges)) {
    if (start > next) gaps.push([next, Math.min(start - 1, lines)]);
    next = Math.max(next, end + 1);
  }
  if (next <= lines) gaps.push([next, lines]);
  return gaps.filter(([start, end]) => end >= start);
}
