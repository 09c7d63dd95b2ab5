/**
 * The ratio of the medians of two programs that run in turn. Neither `reset`, before each run of the first, nor `settle`,
 * before each run of both, is timed.
 */
export function medianRatio(
  runs: number,
  one: () => void,
  floor: () => void,
  reset: () => void = () => {},
  settle: () => void = () => {},
): number {
  const times: [number[], number[]] = [[], []];
  for (let at = -2; at < runs; at++) {
    for (const [index, work] of [one, floor].entries()) {
      settle();
      if (index === 0) reset();
      const start = process.hrtime.bigint();
      work();
      if (at >= 0) times[index as 0 | 1].push(Number(process.hrtime.bigint() - start) / 1e6);
    }
  }
  return median(times[0]) / median(times[1]);
}

export function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
