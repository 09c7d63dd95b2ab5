import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, platform } from 'node:os';
import { join } from 'node:path';
import { auditBench } from './auditing.ts';
import { compactionBench } from './compaction.ts';
import { daemonBench } from './daemon.ts';
import { inProcessBench } from './in-process.ts';
import { largeRecordBench } from './large-record.ts';
import { latencyBench } from './latency.ts';
import { readingBench } from './reading.ts';
import { recallBench } from './recall.ts';
import type { BenchRow } from './row.ts';
import { ticketBench } from './tickets.ts';
import { workerBench } from './workers.ts';
import { workflowBench } from './workflow.ts';

/** Runs every benchmark and prints each figure beside its limit; exit code 1 when one is over. */
async function main(): Promise<void> {
  console.log(
    `Node ${process.version}, ${platform()}, ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'})\n`,
  );
  const rows: BenchRow[] = [];
  const benches = [
    latencyBench,
    compactionBench,
    inProcessBench,
    largeRecordBench,
    readingBench,
    auditBench,
    recallBench,
    ticketBench,
    workflowBench,
    workerBench,
    daemonBench,
  ];
  for (const bench of benches) {
    for (const row of await bench()) {
      rows.push(row);
      console.log(line(row));
    }
  }
  if (process.argv.includes('--json')) {
    const results = join(import.meta.dirname, 'results');
    mkdirSync(results, { recursive: true });
    writeFileSync(join(results, 'latest.json'), `${JSON.stringify(rows, null, 2)}\n`);
  }
  process.exitCode = rows.some((row) => row.pass === false) ? 1 : 0;
}

function line(row: BenchRow): string {
  const figure = row.figure >= 100 ? row.figure.toFixed(0) : row.figure.toFixed(2);
  const limit = row.limit === undefined ? '' : `  at most ${row.limit}${row.pass ? '' : '  OVER'}`;
  const least =
    row.least === undefined ? '' : `  at least ${row.least}${row.pass ? '' : '  BELOW'}`;
  return `${row.name.padEnd(58)} ${figure.padStart(8)} ${row.unit.padEnd(6)}${limit}${least}`.trimEnd();
}

await main();
