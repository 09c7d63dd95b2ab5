import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../harness/remove-folder.ts';
import type { BenchRow } from './row.ts';
import { writeSampleRecord } from './sample-record.ts';

const root = join(import.meta.dirname, '..');
const program = join(root, 'dist', 'cli.js');
const samples = join(process.env.HOLDFAST_SHARED ?? join(root, '..', 'shared'), 'transcripts');
const megabyte = 1_000_000;

/**
 * What an audit costs: of the whole sample folder beside parsing every line of it, and its memory at three sizes. Each
 * is a process of its own, from its start to its end.
 */
export async function auditBench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-auditing-'));
  try {
    return [...sampleRows(folder), ...memoryRows(folder)];
  } finally {
    removeFolder(folder);
  }
}

function sampleRows(folder: string): BenchRow[] {
  const { place, name } = sampleFolder(folder);
  const files = readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((one) =>
    /\.jsonl?$/.test(one),
  );
  const all = join(folder, 'all.txt');
  for (const file of files.sort()) appendFileSync(all, readFileSync(join(place, file)));
  const times = { audit: [] as number[], parse: [] as number[] };
  for (let round = 0; round < 5; round += 1) {
    times.audit.push(run([program, 'audit', place, '--json']).ms);
    times.parse.push(run(['-e', parseEveryLine, all]).ms);
  }
  const audit = median(times.audit);
  return [
    { name: `audit of ${name}`, figure: audit / 1000, unit: 's' },
    {
      name: `audit of ${name}, to JSON.parse of every line`,
      figure: audit / median(times.parse),
      unit: 'times',
      limit: 5,
      pass: audit / median(times.parse) <= 5,
    },
  ];
}

/** The shared samples where they lie beside the repository, else a folder of made-up sessions. */
function sampleFolder(folder: string): { place: string; name: string } {
  if (existsSync(samples)) return { place: samples, name: 'the sample folder' };
  const place = join(folder, 'made-up');
  mkdirSync(place);
  for (let at = 0; at < 10; at += 1) writeSampleRecord(join(place, `${at}.jsonl`), 4 * megabyte);
  return { place, name: 'made-up sessions' };
}

const parseEveryLine = `
  for (const line of require('node:fs').readFileSync(process.argv[1], 'utf8').split('\\n')) {
    try { JSON.parse(line); } catch {}
  }
`;

function memoryRows(folder: string): BenchRow[] {
  const limit = 200;
  return [5, 50, 1000].map((size) => {
    const path = join(folder, `${size}.jsonl`);
    writeSampleRecord(path, size * megabyte);
    const { megabytes } = run([program, 'audit', path, '--json']);
    rmSync(path);
    return {
      name: `${size === 1000 ? '1 GB' : `${size} MB`}: memory of an audit`,
      figure: megabytes,
      unit: 'MB',
      limit,
      pass: megabytes <= limit,
    };
  });
}

/** Runs Node and measures the process: its time, and the largest memory that it ever held. */
function run(args: string[]): { ms: number; megabytes: number } {
  const report = `process.on('exit', () => process.stderr.write(String(process.resourceUsage().maxRSS)))`;
  const hook = join(tmpdir(), `holdfast-memory-${process.pid}.cjs`);
  writeFileSync(hook, report);
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ['--require', hook, ...args], {
    encoding: 'utf8',
    maxBuffer: 512 * megabyte,
  });
  const ms = performance.now() - start;
  rmSync(hook);
  if (status !== 0) throw new Error(`${args[1]} ended with ${status}: ${stderr}`);
  return { ms, megabytes: Number(stderr.trim()) / 1024 };
}

function median(figures: number[]): number {
  return figures.sort((a, b) => a - b)[Math.floor(figures.length / 2)]!;
}
