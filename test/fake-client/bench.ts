import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Ran as AsPerson, runAsPerson } from '../../harness/outside-session.ts';
import { run } from '../../harness/run-client.ts';
import { createSandbox, isolatedEnvironment, type Sandbox } from '../../harness/sandbox.ts';
import type { LaunchRecord, WorkerState } from '../../src/core/worker/launch.ts';

const cli = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');
const client = join(import.meta.dirname, 'client.mjs');

/** A step of the fake client; see client.mjs. */
export type Step = string | (string | number | object)[];

export interface Ran {
  code: number | null;
  out: string;
  err: string;
}

/** A place with tickets and a client that does what a script says. */
export interface WorkerBench {
  sandbox: Sandbox;
  env: Record<string, string>;
  /** What the client does: a list of runs, each a list of steps. */
  script(...runs: Step[][]): void;
  /** Makes a ticket in the sandbox; returns its path. */
  ticket(id: string, keys?: string[], status?: string): string;
  holdfast(args: string[], more?: { input?: string; env?: Record<string, string> }): Promise<Ran>;
  /** The one worker of a ticket, as it is on disk now. */
  worker(ticket: string): { launch: LaunchRecord; state: WorkerState; folder: string } | undefined;
  /** Text that the fake client left: `input`, `answers`, `shell`, `starts`. */
  left(what: string): string;
  /** Ends what is left of every worker, and takes the place away. */
  close(): Promise<void>;
}

export function openWorkerBench(pace = '0.02'): WorkerBench {
  const sandbox = createSandbox('worker');
  const bin = join(sandbox.root, 'bin');
  mkdirSync(bin);
  const program = join(bin, 'claude');
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${client}' "$@"\n`);
  chmodSync(program, 0o755);
  const path = join(sandbox.root, 'script.json');
  const isolated = isolatedEnvironment(sandbox);
  const env = {
    ...isolated,
    PATH: [bin, isolated.PATH].join(delimiter),
    FAKE_CLIENT: path,
    HOLDFAST_WORKER_PACE: pace,
  };
  const bench: WorkerBench = {
    sandbox,
    env,
    script: (...runs) => writeFileSync(path, JSON.stringify(runs)),
    ticket(id, keys = [], status = 'queued') {
      const lines = ['---', `id: ${id}`, `title: Task ${id}`, `status: ${status}`, ...keys, '---'];
      const text = [
        ...lines,
        '',
        '## Contract',
        '',
        'Do it.',
        '',
        '## Progress',
        '',
        '## Result',
        '',
      ];
      return sandbox.write(`.holdfast/tickets/${id}.md`, text.join('\n'));
    },
    async holdfast(args, more = {}) {
      const ended = await run(process.execPath, [cli, ...args], {
        cwd: sandbox.project,
        env: { ...env, ...more.env },
        timeoutMs: 50_000,
        input: more.input ?? '',
      });
      return { code: ended.code, out: ended.stdout, err: ended.stderr };
    },
    worker(ticket) {
      const all = join(sandbox.holdfastHome, 'workers');
      if (!existsSync(all)) return undefined;
      for (const name of readdirSync(all)) {
        const folder = join(all, name);
        const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
        try {
          const launch = read('launch.json') as LaunchRecord;
          if (launch.ticketId === ticket) {
            return { launch, state: read('state.json') as WorkerState, folder };
          }
        } catch {
          // It is not there yet.
        }
      }
      return undefined;
    },
    left: (what) => (existsSync(`${path}.${what}`) ? readFileSync(`${path}.${what}`, 'utf8') : ''),
    async close() {
      const workers = join(sandbox.holdfastHome, 'workers');
      const names = existsSync(workers) ? readdirSync(workers) : [];
      for (const name of names.filter((each) => !each.startsWith('.'))) {
        await bench.holdfast(['stop', name, '--now']);
      }
      sandbox.remove();
    },
  };
  return bench;
}

/** Starts the command line and leaves it running. */
export function startHoldfast(bench: WorkerBench, args: string[]): ChildProcess {
  return spawn(process.execPath, [cli, ...args], {
    cwd: bench.sandbox.project,
    env: bench.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs the command line as a person would, though an agent started these tests. */
export function asPerson({ sandbox, env }: WorkerBench, args: string[]): AsPerson {
  return runAsPerson(process.execPath, [cli, ...args], { cwd: sandbox.project, env });
}

/** Waits until something is so; throws when it is not in time. */
export async function until<T>(
  look: () => T | undefined | false | '',
  what: string,
  ms = 20_000,
): Promise<T> {
  const deadline = Date.now() + ms;
  for (;;) {
    const found = look();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`not in ${ms} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

/** Processes that carry a worker's mark in their environment, or are of a group; those that ended are none. */
export function processesOf(worker: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
        if (/\) [ZX] /.test(stat)) return false;
        return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(
          `HOLDFAST_WORKER=${worker}\0`,
        );
      } catch {
        return false;
      }
    });
}
