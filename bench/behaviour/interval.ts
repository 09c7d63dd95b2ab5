/** The 0.975 quantile of Student's t for 1 to 30 degrees of freedom; beyond, the normal one is near enough. */
const t = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145,
  2.131, 2.12, 2.11, 2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048,
  2.045, 2.042,
];

/** The mean, and how far from it the true one may lie at 95 % (Student's t); undefined for one value alone. */
export function meanOf(values: readonly number[]): { mean: number; within: number | undefined } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  if (values.length < 2) return { mean, within: undefined };
  const free = values.length - 1;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / free;
  return { mean, within: (t[free - 1] ?? 1.96) * Math.sqrt(variance / values.length) };
}

/** The 95 % interval of a share by Wilson's score, which holds for few runs and for none or all of them. */
export function shareInterval(count: number, of: number): { low: number; high: number } {
  const z = 1.96;
  const share = count / of;
  const base = 1 + z ** 2 / of;
  const middle = (share + z ** 2 / (2 * of)) / base;
  const half = (z / base) * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}
