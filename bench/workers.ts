import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { removeFolder } from '../harness/remove-folder.ts';
import type { LaunchRecord, WorkerState } from '../src/core/worker/launch.ts';
import type { BenchRow } from './row.ts';

const workers = 10;
const linesASecond = 500;
const seconds = 30;
/** From then on memory must stay as it is, in seconds after the last start. */
const warm = 10;
const growthLimit = 1.15;
const lagLimitMs = 2_000;

/** Ten workers whose clients print 5,000 lines a second together, each looked after by a process of its own. */
export async function workerBench(): Promise<BenchRow[]> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-bench-')));
  try {
    return await measure(root);
  } finally {
    removeFolder(root);
  }
}

async function measure(root: string): Promise<BenchRow[]> {
  const bin = join(root, 'bin');
  const project = join(root, 'proj');
  const home = join(root, 'state');
  for (const folder of [bin, join(project, '.holdfast', 'tickets')]) {
    mkdirSync(folder, { recursive: true });
  }
  const cli = join(import.meta.dirname, '..', 'dist', 'cli.js');
  program(join(bin, 'claude'), join(import.meta.dirname, 'worker-client.mjs'));
  program(join(bin, 'holdfast'), cli);
  const env = {
    PATH: [bin, process.env.PATH].join(delimiter),
    HOME: root,
    HOLDFAST_HOME: home,
    BENCH_RATE: String(linesASecond),
    BENCH_SECONDS: String(seconds),
  };
  for (let each = 0; each < workers; each += 1) {
    const text = `---\nid: B${each}\ntitle: Print\nstatus: queued\n---\n\n## Contract\n\nPrint.\n\n## Progress\n\n## Result\n`;
    writeFileSync(join(project, '.holdfast', 'tickets', `B${each}.md`), text);
  }
  const ids = Array.from({ length: workers }, (_, each) => `B${each}`);
  const run = [cli, 'run', ...ids, '--host', 'claude-code', '--detach'];
  const ran = spawnSync(process.execPath, run, { cwd: project, env, encoding: 'utf8' });
  if (ran.status !== 0) throw new Error(`The workers did not start: ${ran.stderr}`);

  const pids = launches(home).map(({ supervisor }) => supervisor!.pid);
  await later(warm * 1000);
  const before = sum(pids.map(memoryOf));
  const [cpuBefore, since] = [sum(pids.map(cpuOf)), performance.now()];
  let after = before;
  let cpu = 0;
  // Until the first of them ends: from then on there are fewer.
  for (;;) {
    await later(500);
    const memory = pids.map(memoryOf);
    if (memory.some((each) => each === 0)) break;
    after = sum(memory);
    cpu = (sum(pids.map(cpuOf)) - cpuBefore) / ((performance.now() - since) / 1000);
  }
  await ended(home);
  const states = readStates(home);
  const lines = sum(states.map((state) => state.lines));
  const wanted = workers * (linesASecond * seconds + 2);
  const lags = states.map((state) => Date.parse(state.ended!) - Date.parse(state.began!));
  const lag = Math.max(...lags) - seconds * 1000;
  const growth = after / before;
  const done = states.filter((state) => state.status === 'completed').length;
  return [
    {
      name: 'ten workers at 5,000 lines/s: lines that were read',
      figure: (lines / wanted) * 100,
      unit: '%',
      least: 100,
      pass: lines >= wanted && done === workers,
    },
    {
      name: 'ten workers at 5,000 lines/s: slowest end behind its client',
      figure: lag,
      unit: 'ms',
      limit: lagLimitMs,
      pass: lag <= lagLimitMs,
    },
    {
      name: 'ten workers at 5,000 lines/s: memory, after against before',
      figure: growth,
      unit: 'x',
      limit: growthLimit,
      pass: growth <= growthLimit,
    },
    {
      name: 'ten workers at 5,000 lines/s: memory of one supervisor',
      figure: after / workers / 1024,
      unit: 'MB',
    },
    {
      name: 'ten workers at 5,000 lines/s: processor time of all supervisors',
      figure: cpu * 100,
      unit: '% core',
    },
  ];
}

function program(path: string, script: string): void {
  writeFileSync(path, `#!/bin/sh\nexec '${process.execPath}' '${script}' "$@"\n`);
  chmodSync(path, 0o755);
}

function launches(home: string): LaunchRecord[] {
  return names(home).map((name) => read(join(home, 'workers', name, 'launch.json')));
}

function readStates(home: string): WorkerState[] {
  return names(home).map((name) => read(join(home, 'workers', name, 'state.json')));
}

function names(home: string): string[] {
  return readdirSync(join(home, 'workers')).filter((name) => !name.startsWith('.'));
}

function read<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8')) as T;
}

async function ended(home: string): Promise<void> {
  for (let waited = 0; waited < 60_000; waited += 200) {
    if (readStates(home).every((state) => state.ended !== undefined)) return;
    await later(200);
  }
  throw new Error('The workers did not end.');
}

/** Resident memory of a process in kB; 0 when it is gone. */
function memoryOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(text(`/proc/${pid}/status`))?.[1] ?? 0);
}

/** Processor time of a process in seconds. */
function cpuOf(pid: number): number {
  const stat = text(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100;
}

function text(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function sum(values: number[]): number {
  return values.reduce((total, each) => total + each, 0);
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
