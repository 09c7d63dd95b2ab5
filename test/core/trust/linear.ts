import { expect } from 'vitest';

/** Four times the text may take little more than four times the processor's time; quadratic work takes sixteen times. */
export function expectLinear(work: (length: number) => unknown): void {
  const cost = (length: number): number => {
    const start = process.cpuUsage();
    work(length);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  };
  work(2_000);
  const small = Math.min(cost(25_000), cost(25_000));
  expect(cost(100_000)).toBeLessThan(small * 10 + 150);
}
