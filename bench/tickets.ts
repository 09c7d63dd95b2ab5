import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../harness/remove-folder.ts';
import { median, medianRatio } from './ratio.ts';
import type { BenchRow } from './row.ts';

const cli = join(import.meta.dirname, '..', 'dist', 'cli.js');
const count = 1_000;
const runs = 21;

/** A thousand tickets: the board beside a bare Node that reads the same files, and a claim beside a bare Node that does nothing. */
export async function ticketBench(): Promise<BenchRow[]> {
  const project = mkdtempSync(join(tmpdir(), 'holdfast-bench-tickets-'));
  try {
    const folder = join(project, '.holdfast', 'tickets');
    makeTickets(folder);
    const env = { PATH: process.env.PATH, HOME: project, HOLDFAST_HOME: join(project, 'state') };
    const node = (...args: string[]) => {
      const ran = spawnSync(process.execPath, args, { cwd: project, env });
      if (ran.status !== 0) throw new Error(ran.stderr.toString());
    };
    const reading = `const fs=require('fs');let n=0;for(const f of fs.readdirSync(${JSON.stringify(folder)}))n+=fs.readFileSync(${JSON.stringify(folder)}+'/'+f,'utf8').length;process.stdout.write(String(n))`;
    const list = medianRatio(
      runs,
      () => node(cli, 'ticket', 'list'),
      () => node('-e', reading),
    );
    let at = 0;
    const claims: number[] = [];
    const bare: number[] = [];
    for (let run = -2; run < runs; run += 1) {
      const one = timed(() => node(cli, 'ticket', 'claim', idOf(at++), '--owner', 'w'));
      const other = timed(() => node('-e', '0'));
      if (run >= 0) {
        claims.push(one);
        bare.push(other);
      }
    }
    const beyond = median(claims) - median(bare);
    return [
      {
        name: `ticket list of ${count}, to reading the files`,
        figure: list,
        unit: 'times',
        limit: 1.5,
        pass: list <= 1.5,
      },
      {
        name: 'ticket claim, beyond node -e 0',
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

const idOf = (at: number) => `ticket-${String(at).padStart(4, '0')}`;

function makeTickets(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (let at = 0; at < count; at += 1) {
    const status = at < 100 ? 'queued' : ['claimed', 'in-progress', 'review', 'done'][at % 4];
    const contract = 'A sentence of the contract that says what is to be done and why.\n'.repeat(
      12,
    );
    const progress = Array.from(
      { length: 15 },
      (_, line) => `- 2026-01-01T00:00:00Z step ${line}\n`,
    );
    writeFileSync(
      join(folder, `${idOf(at)}.md`),
      `---\nid: ${idOf(at)}\ntitle: Work number ${at} on the shop\nstatus: ${status}\nhost: codex\nscope:\n  - src/part${at}/**\nsuccess:\n  - the tests of part ${at} pass\ndepends_on: []\n---\n\n# Work number ${at}\n\n## Contract\n\n${contract}\n## Progress\n\n${progress.join('')}\n## Result\n`,
    );
  }
}

function timed(work: () => void): number {
  const start = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - start) / 1e6;
}
