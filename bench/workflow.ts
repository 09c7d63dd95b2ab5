import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../harness/remove-folder.ts';
import { median } from './ratio.ts';
import type { BenchRow } from './row.ts';

const cli = join(import.meta.dirname, '..', 'dist', 'cli.js');
const events = 10_000;
const runs = 21;

/** Going on with a run whose log has ten thousand entries, beside a bare Node that does nothing. */
export async function workflowBench(): Promise<BenchRow[]> {
  const project = mkdtempSync(join(tmpdir(), 'holdfast-bench-workflow-'));
  try {
    mkdirSync(join(project, '.git'));
    const own = join(project, '.config', 'holdfast', 'workflows');
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, 'long.yaml'), longWorkflow());
    const env = { PATH: process.env.PATH, HOME: project, HOLDFAST_HOME: join(project, 'state') };
    const node = (...args: string[]) => {
      const ran = spawnSync(process.execPath, args, { cwd: project, env });
      if (ran.status !== 0) throw new Error(ran.stderr.toString());
      return ran.stdout.toString();
    };
    const workflow = (...args: string[]) =>
      JSON.parse(node(cli, 'workflow', ...args, '--json')) as {
        run: string;
        view: { token: string };
      };
    const { run, view } = workflow('start', 'long');
    fillLog(join(project, 'state', 'workflows', run, 'log.ndjson'));
    let { token } = view;
    const nexts: number[] = [];
    const bare: number[] = [];
    for (let at = -3; at < runs; at += 1) {
      let printed = '';
      const one = timed(() => {
        printed = node(cli, 'workflow', 'next', '--run', run, '--token', token, '--json');
      });
      const other = timed(() => node('-e', '0'));
      token = (JSON.parse(printed) as { view: { token: string } }).view.token;
      if (at >= 0) {
        nexts.push(one);
        bare.push(other);
      }
    }
    const beyond = median(nexts) - median(bare);
    return [
      {
        name: `workflow next on ${events} events, beyond node -e 0`,
        figure: beyond,
        unit: 'ms',
        limit: 20,
        pass: beyond <= 20,
      },
    ];
  } finally {
    removeFolder(project);
  }
}

/** Notes and refusals, as a long run gathers them. */
function fillLog(path: string): void {
  const lines = Array.from({ length: events }, (_, at) => {
    const entry = { v: 1, time: '2030-01-01T00:00:00.000Z', state: 0, step: 's0' };
    return JSON.stringify(
      at % 2 === 0
        ? { ...entry, kind: 'noted', text: `note ${at}: the price of a cart is rounded twice` }
        : { ...entry, kind: 'asked', missing: ['s0 0'] },
    );
  });
  appendFileSync(path, `${lines.join('\n')}\n`);
}

function longWorkflow(): string {
  const steps = Array.from(
    { length: 60 },
    (_, at) => `  - id: s${at}\n    title: Step ${at}\n    prompt: Do part ${at} of the work.\n`,
  );
  return `id: long\ntitle: Long work\nsteps:\n${steps.join('')}`;
}

function timed(work: () => void): number {
  const start = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - start) / 1e6;
}
