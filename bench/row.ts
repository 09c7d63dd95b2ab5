/** One figure of a benchmark. */
export interface BenchRow {
  name: string;
  figure: number;
  unit: string;
  /** What it must not go over. */
  limit?: number;
  pass?: boolean;
}
