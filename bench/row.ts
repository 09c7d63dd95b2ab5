/** One figure of a benchmark. */
export interface BenchRow {
  name: string;
  figure: number;
  unit: string;
  /** What it must not go over. */
  limit?: number;
  /** What it must not fall below. */
  least?: number;
  pass?: boolean;
}
