import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../harness/remove-folder.ts';
import { type Place, payload, prepare, settled } from './installed.ts';
import { median } from './ratio.ts';
import type { BenchRow } from './row.ts';
import { sampleSource, writeSampleRecord } from './sample-record.ts';

/** What a person waits for in one compaction: the hooks before it, at the session start after it, and after it. */
const events = [
  { hook_event_name: 'PreCompact', trigger: 'auto', custom_instructions: null },
  { hook_event_name: 'SessionStart', source: 'compact' },
  { hook_event_name: 'PostCompact', trigger: 'auto', compact_summary: 'Work.' },
];

/** The three hooks together, in milliseconds, through the launcher, on a transcript that was never read before. */
export async function compactionBench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-compaction-'));
  try {
    const place = prepare(folder);
    const rows = [row('a compaction, 100 rows: its three hooks', waited(place, 15), 300)];
    writeSampleRecord(place.transcript, 50_000_000);
    const from = `a compaction, 50 MB (${sampleSource}), first reading`;
    rows.push(row(`${from}: its three hooks`, waited(place, 5), 1_000));
    const node = () => void spawnSync(process.execPath, ['-e', '0'], { env: place.env });
    const floor = timed(15, [node], () => settled(place));
    rows.push({ name: 'three times node -e 0, as their floor', figure: 3 * floor, unit: 'ms' });
    return rows;
  } finally {
    removeFolder(folder);
  }
}

function row(name: string, figure: number, limit: number): BenchRow {
  return { name, figure, unit: 'ms', limit, pass: figure <= limit };
}

/**
 * The median of what the three take together until the launcher has ended; each time nothing is known of the session. Between them a
 * model writes the summary, so that what a hook does after its answer is done before the next one.
 */
function waited(place: Place, runs: number): number {
  const launcher = join(place.state, 'bin', 'hook');
  const inputs = events.map((event) => payload(place, '', event));
  return timed(
    runs,
    inputs.map((input) => () => {
      spawnSync(launcher, ['claude-code'], { env: place.env, input });
    }),
    () => settled(place),
    () => removeFolder(join(place.state, 'sessions')),
  );
}

/** The median of what the steps take together; neither `settle`, before each, nor `reset`, before all, is timed. */
function timed(
  runs: number,
  steps: readonly (() => void)[],
  settle: () => void,
  reset: () => void = () => {},
): number {
  const times: number[] = [];
  for (let run = -1; run < runs; run += 1) {
    let sum = 0;
    for (const [at, step] of steps.entries()) {
      settle();
      if (at === 0) reset();
      const start = process.hrtime.bigint();
      step();
      sum += Number(process.hrtime.bigint() - start) / 1e6;
    }
    if (run >= 0) times.push(sum);
  }
  return median(times);
}
