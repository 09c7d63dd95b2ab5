import type { Family } from './family.ts';
import type { Sum } from './run.ts';

/** The tables of `docs/reliability.md`: each family with its attempts, failures and what was not tried, and what these went to. */
export function table(families: readonly Family[], sums: Record<string, Sum>): string {
  const rows = families.map((family) => {
    const sum = sums[family.name];
    const tried = sum === undefined ? 'not run' : sum.attempts.toLocaleString('en');
    const failed = sum === undefined ? '-' : String(sum.failures);
    const kinds = sum === undefined ? 0 : Object.keys(sum.covered).length;
    return `| ${family.name} | ${tried} | ${family.goal.toLocaleString('en')} | ${failed} | ${kinds} | ${family.about} | ${family.notTried} |\n`;
  });
  const details = families.flatMap(({ name }) =>
    Object.entries(sums[name]?.covered ?? {})
      .sort(([one], [other]) => one.localeCompare(other))
      .map(
        ([kind, count]) =>
          `| ${name} | ${kind} | ${count.toLocaleString('en')} | ${sums[name]?.failedBy[kind] ?? 0} |\n`,
      ),
  );
  return `| family | attempts | goal | failures | kinds | an attempt | not tried |\n| --- | --- | --- | --- | --- | --- | --- |\n${rows.join('')}
| family | of | attempts | failures |
| --- | --- | --- | --- |
${details.join('')}`;
}
