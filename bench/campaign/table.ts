import type { Family } from './family.ts';
import type { Sum } from './run.ts';

/** The table of `docs/reliability.md`: each family with its attempts, failures and what was not tried. */
export function table(families: readonly Family[], sums: Record<string, Sum>): string {
  const rows = families.map((family) => {
    const sum = sums[family.name];
    const tried = sum === undefined ? 'not run' : sum.attempts.toLocaleString('en');
    const failed = sum === undefined ? '-' : String(sum.failures);
    const kinds = sum === undefined ? 0 : Object.keys(sum.covered).length;
    return `| ${family.name} | ${tried} | ${family.goal.toLocaleString('en')} | ${failed} | ${kinds} | ${family.about} | ${family.notTried} |\n`;
  });
  return `| family | attempts | goal | failures | kinds | an attempt | not tried |\n| --- | --- | --- | --- | --- | --- | --- |\n${rows.join('')}`;
}
