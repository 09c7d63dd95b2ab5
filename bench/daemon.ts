import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../harness/remove-folder.ts';
import { median } from './ratio.ts';
import type { BenchRow } from './row.ts';

const here = import.meta.dirname;
const cli = join(here, '..', 'dist', 'cli.js');
const rate = 5_000;
const seconds = 3;
const rounds = 3;
const connections = 20;
const limitMs = 1;

interface Load {
  median: number;
  p99: number;
  rate: number;
  failed: number;
}

/**
 * What an answer of the daemon to a hook takes beyond the echo of a bare Node server, at 5,000 events a second from
 * another process, both in turn in one run.
 */
export async function daemonBench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'));
  const project = join(folder, 'project');
  mkdirSync(join(project, '.git'), { recursive: true });
  const state = join(folder, 'state');
  const env = { PATH: process.env.PATH, HOME: folder, HOLDFAST_HOME: state };
  const echo = spawn(process.execPath, [join(here, 'echo-server.mjs')]);
  try {
    const started = spawnSync(process.execPath, [cli, 'daemon', 'start', '--json'], { env });
    const { port } = JSON.parse(started.stdout.toString()) as { port: number };
    const token = readFileSync(join(state, 'daemon', 'token'), 'utf8').trim();
    const echoPort = await told(echo);
    // Both live long: what they run once is compiled by then.
    for (const each of [echoPort, port]) await load(project, each, token);
    const [floor, hooks]: Load[][] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      floor!.push(await load(project, echoPort, token));
      hooks!.push(await load(project, port, token));
    }
    const of = (loads: Load[], what: keyof Load) => median(loads.map((one) => one[what]));
    const added = of(hooks!, 'median') - of(floor!, 'median');
    const reached = Math.min(...hooks!.map((one) => one.rate));
    const failed = hooks!.reduce((sum, one) => sum + one.failed, 0);
    return [
      row('daemon: a hook beyond a bare echo, 5,000 a second', added, 'ms', { limit: limitMs }),
      row('daemon: a hook there in all', of(hooks!, 'median'), 'ms'),
      row('daemon: 99 of 100 hooks there', of(hooks!, 'p99'), 'ms'),
      row('daemon: hooks answered a second', reached, '/s', { least: rate * 0.95 }),
      row('daemon: hooks not answered', failed, '', { limit: 0 }),
    ];
  } finally {
    echo.kill();
    spawnSync(process.execPath, [cli, 'daemon', 'stop'], { env });
    removeFolder(folder);
  }
}

function row(
  name: string,
  figure: number,
  unit: string,
  bound: { limit?: number; least?: number } = {},
): BenchRow {
  const { limit, least } = bound;
  if (limit === undefined && least === undefined) return { name, figure, unit };
  const pass = (limit === undefined || figure <= limit) && (least === undefined || figure >= least);
  return { name, figure, unit, ...bound, pass };
}

function told(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.stdout!.once('data', (chunk: Buffer) => resolve(Number(chunk.toString())));
  });
}

function load(cwd: string, port: number, token: string): Promise<Load> {
  const wish = JSON.stringify({ port, token, seconds, rate, connections });
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [join(here, 'http-load.mjs'), wish], { cwd }, (error, stdout) =>
      error ? reject(error) : resolve(JSON.parse(stdout)),
    );
  });
}
