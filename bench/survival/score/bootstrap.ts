/** Hits among the facts of one case; `cluster` is its session. */
export interface Cell {
  cluster: string;
  hits: number;
  total: number;
}

export interface Rate {
  hits: number;
  total: number;
  /** Share of hits, from 0 to 1; undefined when there is nothing to count. */
  rate: number | undefined;
  /** 95 % interval over sessions; undefined below `enoughSessions`. */
  low?: number;
  high?: number;
  sessions: number;
}

/** Below this many sessions a row prints how many there are and claims nothing. */
export const enoughSessions = 10;
const rounds = 2_000;
const seed = 20_261;

/** A rate with its interval: whole sessions are drawn again and again, since facts of one session hang together. */
export function rateOf(cells: readonly Cell[]): Rate {
  const clusters = byCluster(cells);
  const { hits, total } = sum(cells);
  const rate: Rate = { hits, total, rate: share(hits, total), sessions: clusters.length };
  if (clusters.length < enoughSessions || total === 0) return rate;
  const drawn = draws(clusters.length).map((indexes) => {
    let inHits = 0;
    let inTotal = 0;
    for (const index of indexes) {
      inHits += clusters[index]!.hits;
      inTotal += clusters[index]!.total;
    }
    return share(inHits, inTotal) ?? 0;
  });
  const [low, high] = interval(drawn);
  return { ...rate, low, high };
}

export interface Difference {
  /** Difference of the rates of the same cases, one minus other. */
  difference: number | undefined;
  low?: number;
  high?: number;
  sessions: number;
}

/** The paired difference of two arms on the same cases, which are given in the same order. */
export function differenceOf(one: readonly Cell[], other: readonly Cell[]): Difference {
  const ones = byCluster(one);
  const others = byCluster(other);
  const all = sum(one);
  const rest = sum(other);
  const left = share(all.hits, all.total);
  const right = share(rest.hits, rest.total);
  if (left === undefined || right === undefined) return { difference: undefined, sessions: 0 };
  const found: Difference = { difference: left - right, sessions: ones.length };
  if (ones.length < enoughSessions) return found;
  const drawn = draws(ones.length).map((indexes) => {
    const [mine, theirs] = [ones, others].map((clusters) =>
      sum(indexes.map((at) => clusters[at]!)),
    );
    return (share(mine!.hits, mine!.total) ?? 0) - (share(theirs!.hits, theirs!.total) ?? 0);
  });
  const [low, high] = interval(drawn);
  return { ...found, low, high };
}

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
export function randomFrom(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const drawnFor = new Map<number, number[][]>();

function draws(size: number): number[][] {
  const known = drawnFor.get(size);
  if (known) return known;
  const random = randomFrom(seed);
  const made = Array.from({ length: rounds }, () =>
    Array.from({ length: size }, () => Math.floor(random() * size)),
  );
  drawnFor.set(size, made);
  return made;
}

function byCluster(cells: readonly Cell[]): { hits: number; total: number }[] {
  const clusters = new Map<string, { hits: number; total: number }>();
  for (const { cluster, hits, total } of cells) {
    if (total === 0) continue;
    const known = clusters.get(cluster) ?? { hits: 0, total: 0 };
    clusters.set(cluster, { hits: known.hits + hits, total: known.total + total });
  }
  return [...clusters.values()];
}

function sum(cells: readonly { hits: number; total: number }[]): { hits: number; total: number } {
  return cells.reduce(
    (all, cell) => ({ hits: all.hits + cell.hits, total: all.total + cell.total }),
    { hits: 0, total: 0 },
  );
}

export function share(hits: number, total: number): number | undefined {
  return total === 0 ? undefined : hits / total;
}

function interval(values: readonly number[]): [number, number] {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]!;
  return [at(0.025), at(0.975)];
}

export function median(values: readonly number[]): number {
  if (values.length === 0) return 0;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1
    ? sorted[Math.floor(middle)]!
    : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
