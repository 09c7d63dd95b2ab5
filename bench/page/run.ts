// How soon the page shows what happens, and what a busy machine does to the memory of page and daemon.
import { startBrowser } from '../../test/page/browser.ts';
import type { BenchRow } from '../row.ts';
import { latencyRows } from './latency.ts';
import { loadRows } from './load.ts';
import { paintRows } from './paint.ts';

const given = (name: string, usual: number): number => {
  const at = process.argv.indexOf(name);
  return at < 0 ? usual : Number(process.argv[at + 1]);
};
const minutes = given('--minutes', 10);
const sessions = given('--sessions', 200);
const paint = given('--paint', 10_000);
const tickets = given('--tickets', 1_000);

const browser = await startBrowser();
const rows: BenchRow[] = [];
try {
  if (paint > 0) rows.push(...(await paintRows(browser, paint, tickets)));
  if (sessions > 0) rows.push(...(await latencyRows(browser, sessions)));
  if (minutes > 0) rows.push(...(await loadRows(browser, minutes)));
} finally {
  await browser.close();
}
for (const { name, figure, unit, limit, pass } of rows) {
  const bound = limit === undefined ? '' : `  at most ${limit}${pass ? '' : '  OVER'}`;
  console.log(`${name.padEnd(70)} ${figure.toFixed(1).padStart(8)} ${unit}${bound}`);
}
process.exitCode = rows.some(({ pass }) => pass === false) ? 1 : 0;
