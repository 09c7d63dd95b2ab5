import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../harness/remove-folder.ts';
import type { BenchRow } from './row.ts';
import { sampleSource, writeSampleFolder } from './sample-record.ts';

const program = join(import.meta.dirname, '..', 'dist', 'cli.js');
const megabyte = 1_000_000;
const rounds = 15;

/**
 * What the search costs: the first one, which reads every record, by its bytes a second and its memory, and one with a
 * warm index beside `node -e 0`, measured in turn with it. Each is a process of its own, from its start to its end.
 */
export async function recallBench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-recall-'));
  try {
    const small = makePlace(folder, 'small', 50 * megabyte);
    const large = makePlace(folder, 'large', 1000 * megabyte);
    return [
      ...indexing(small, '50 MB'),
      ...indexing(large, '1 GB'),
      warm(large, 'a word', ['resolve']),
      warm(large, 'a phrase', ['commit hook']),
      warm(large, 'a line of an error', [
        "Error: cannot read properties of undefined (reading 'map')",
      ]),
      warm(large, 'a word that stands nowhere', ['zzyzzx']),
    ];
  } finally {
    removeFolder(folder);
  }
}

/** A home with records, and where the memory of a run is written. */
interface Place {
  home: string;
  bytes: number;
  memory: string;
  env: Record<string, string | undefined>;
}

function makePlace(folder: string, name: string, size: number): Place {
  const home = join(folder, name);
  const records = join(home, '.claude', 'projects', 'bench');
  mkdirSync(records, { recursive: true });
  const probe = join(folder, 'probe.cjs');
  writeFileSync(
    probe,
    `process.on('exit', () => require('node:fs').writeFileSync(process.env.BENCH_MEMORY, String(process.resourceUsage().maxRSS)));`,
  );
  const memory = join(home, 'memory');
  return {
    home,
    bytes: writeSampleFolder(records, size),
    memory,
    env: {
      PATH: process.env.PATH,
      HOME: home,
      HOLDFAST_HOME: join(home, 'state'),
      BENCH_MEMORY: memory,
    },
  };
}

/** One run; milliseconds from the start of the process to its end. */
function run(place: Place, args: readonly string[], options: readonly string[] = []): number {
  const start = performance.now();
  const ran = spawnSync(process.execPath, [...options, ...args], {
    cwd: place.home,
    env: place.env,
    encoding: 'utf8',
  });
  const ms = performance.now() - start;
  if (ran.status !== 0) throw new Error(`${args.join(' ')} failed: ${ran.stderr}`);
  return ms;
}

function indexing(place: Place, size: string): BenchRow[] {
  const probe = join(place.home, '..', 'probe.cjs');
  const ms = run(place, [program, 'recall', 'zzyzzx'], ['--require', probe]);
  const speed = place.bytes / megabyte / (ms / 1000);
  const memory = Number(readFileSync(place.memory, 'utf8')) / 1024;
  return [
    {
      name: `${size} (${sampleSource}): records read for the search`,
      figure: speed,
      unit: 'MB/s',
      ...(place.bytes > 500 * megabyte ? { least: 40, pass: speed >= 40 } : {}),
    },
    {
      name: `${size}: memory of that`,
      figure: memory,
      unit: 'MB',
      limit: 150,
      pass: memory <= 150,
    },
  ];
}

function warm(place: Place, what: string, words: string[]): BenchRow {
  const search = [program, 'recall', ...words];
  // The first run leaves compiled code beside the program.
  run(place, search);
  const times: [number, number][] = [];
  for (let round = 0; round < rounds; round += 1) {
    times.push([run(place, ['-e', '0']), run(place, search)]);
  }
  const figure = median(times.map(([, own]) => own)) - median(times.map(([bare]) => bare));
  return {
    name: `warm search for ${what}, beyond node -e 0`,
    figure,
    unit: 'ms',
    limit: 50,
    pass: figure <= 50,
  };
}

function median(figures: number[]): number {
  return figures.sort((a, b) => a - b)[Math.floor(figures.length / 2)]!;
}
