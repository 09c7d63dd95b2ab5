import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { removeFolder } from '../harness/remove-folder.ts';
import { type Place, payload, prepare, settled } from './installed.ts';
import { medianRatio } from './ratio.ts';
import type { BenchRow } from './row.ts';
import { sampleSource, writeSampleRecord } from './sample-record.ts';

const event = { hook_event_name: 'PreCompact', trigger: 'auto', custom_instructions: null };

/** The hook before a compaction on a record of 50 MB, as a whole process, to a program that reads its lines and does no more. */
export async function largeRecordBench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-large-'));
  try {
    const place = prepare(folder);
    const small = readFileSync(place.transcript, 'utf8');
    writeSampleRecord(place.transcript, 50_000_000);
    const toLines = medianRatio(
      5,
      () => compact(place),
      () => readLines(place, folder),
      () => removeFolder(join(place.state, 'sessions')),
      () => settled(place),
    );
    const again = medianRatio(
      5,
      () => compact(place),
      () => first(place),
      () => appendFileSync(place.transcript, small.replaceAll(/toolu_|"a/g, '$&x')),
      () => settled(place),
    );
    const from = `50 MB (${sampleSource})`;
    return [
      {
        name: `${from}: before a compaction, to reading lines`,
        figure: toLines,
        unit: 'times',
        limit: 2,
        pass: toLines <= 2,
      },
      {
        name: `${from}: the second compaction, to the first`,
        figure: again,
        unit: 'times',
        limit: 0.5,
        pass: again <= 0.5,
      },
    ];
  } finally {
    removeFolder(folder);
  }
}

function compact(place: Place): void {
  const launcher = join(place.state, 'bin', 'hook');
  spawnSync(launcher, ['claude-code'], { env: place.env, input: payload(place, '', event) });
}

/** The same as if nothing of the record had been read before; what was known of it is put back. */
function first(place: Place): void {
  const env = { ...place.env, HOLDFAST_HOME: place.state };
  settled(place);
  removeFolder(join(place.state, 'sessions'));
  spawnSync(join(place.state, 'bin', 'hook'), ['claude-code'], {
    env,
    input: payload(place, '', event),
  });
}

let program: string | undefined;

/** Node's own reader of lines, in a program as small as can be. */
function readLines(place: Place, folder: string): void {
  if (program === undefined) {
    program = join(folder, 'lines.mjs');
    buildSync({
      entryPoints: [join(import.meta.dirname, 'reading-child.ts')],
      bundle: true,
      platform: 'node',
      format: 'esm',
      minify: true,
      outfile: program,
      logLevel: 'error',
    });
  }
  spawnSync(process.execPath, [program, 'readline', place.transcript, '1'], { env: place.env });
}
