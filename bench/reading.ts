import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { removeFolder } from '../harness/remove-folder.ts';
import type { BenchRow } from './row.ts';
import { sampleSource, writeSampleRecord } from './sample-record.ts';

const megabyte = 1_000_000;

/**
 * What reading a transcript costs, as ratios measured in turn in one run: to every line as a text without parsing,
 * to Node's readline, and to JSON.parse of every line; and the memory of the whole process at three sizes.
 */
export async function readingBench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-reading-'));
  try {
    const child = bundle(folder);
    const fifty = join(folder, '50.jsonl');
    writeSampleRecord(fifty, 50 * megabyte);
    return [...speed(child, fifty), ...memory(child, folder, fifty)];
  } finally {
    removeFolder(folder);
  }
}

/** The measured code as one file, as a hook runs it. */
function bundle(folder: string): string {
  const outfile = join(folder, 'child.mjs');
  buildSync({
    entryPoints: [join(import.meta.dirname, 'reading-child.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    minify: true,
    outfile,
    logLevel: 'error',
  });
  return outfile;
}

interface Measured {
  /** The reading alone, the least of the rounds. */
  ms: number;
  /** Largest resident memory, in megabytes. */
  rss: number;
  /** The process from its start to its end. */
  process: number;
}

function run(child: string, way: string, path: string, times = 1): Measured {
  const start = performance.now();
  const output = execFileSync(process.execPath, [child, way, path, String(times)], {
    encoding: 'utf8',
  });
  return {
    ...(JSON.parse(output) as Omit<Measured, 'process'>),
    process: performance.now() - start,
  };
}

function speed(child: string, path: string): BenchRow[] {
  const ways = ['lines', 'readline', 'parse', 'readline, parse', 'reader', 'folds'];
  const fresh = rounds(ways, 7, (way) => run(child, way, path).process);
  const warm = rounds(ways, 3, (way) => run(child, way, path, 5).ms);
  const counting = rounds(['wc', 'folds'], 7, (way) =>
    way === 'wc' ? countLines(path) : run(child, way, path).process,
  );
  const parsing = 'readline, parse';
  const from = `50 MB (${sampleSource})`;
  return [
    ratio(`${from}: reader to plain lines, fresh processes`, fresh, 'reader', 'lines'),
    ratio(`${from}: reader and folds to plain lines, fresh`, fresh, 'folds', 'lines'),
    ratio(`${from}: reader and folds to readline, fresh`, fresh, 'folds', 'readline', 2),
    ratio(`${from}: to facts, to readline and JSON.parse of each`, warm, 'folds', parsing, 0.5),
    ratio(`${from}: the same, fresh processes`, fresh, 'folds', parsing),
    ratio(`${from}: reader to plain lines, warm`, warm, 'reader', 'lines', 2),
    ratio(`${from}: reader to JSON.parse in our line loop, warm`, warm, 'reader', 'parse', 1),
    ratio(`${from}: to facts, to JSON.parse in our line loop, warm`, warm, 'folds', 'parse'),
    ratio(`${from}: reader and folds to wc -l, fresh`, counting, 'folds', 'wc'),
  ];
}

/** The time that the system's own counting of lines takes, in milliseconds. */
function countLines(path: string): number {
  const start = performance.now();
  const { status } = spawnSync('wc', ['-l', path]);
  if (status !== 0) throw new Error('wc failed');
  return performance.now() - start;
}

/** The median of each way, measured in turn. */
function rounds(
  ways: string[],
  count: number,
  measure: (way: string) => number,
): Map<string, number> {
  const figures = new Map<string, number[]>(ways.map((way) => [way, []]));
  for (let round = 0; round < count; round += 1) {
    for (const way of ways) figures.get(way)!.push(measure(way));
  }
  return new Map(ways.map((way) => [way, median(figures.get(way)!)]));
}

function median(figures: number[]): number {
  return figures.sort((a, b) => a - b)[Math.floor(figures.length / 2)]!;
}

function ratio(
  name: string,
  figures: Map<string, number>,
  one: string,
  to: string,
  limit?: number,
): BenchRow {
  const figure = figures.get(one)! / figures.get(to)!;
  return limit === undefined
    ? { name, figure, unit: 'times' }
    : { name, figure, unit: 'times', limit, pass: figure <= limit };
}

function memory(child: string, folder: string, fifty: string): BenchRow[] {
  const limit = 120;
  const sizes: [string, string][] = [
    ['5 MB', join(folder, '5.jsonl')],
    ['50 MB', fifty],
    ['1 GB', join(folder, '1000.jsonl')],
  ];
  writeSampleRecord(sizes[0]![1], 5 * megabyte);
  writeSampleRecord(sizes[2]![1], 1000 * megabyte);
  return sizes.map(([size, path]) => {
    const figure = run(child, 'folds', path).rss;
    return {
      name: `${size}: memory of reader and folds`,
      figure,
      unit: 'MB',
      limit,
      pass: figure <= limit,
    };
  });
}
