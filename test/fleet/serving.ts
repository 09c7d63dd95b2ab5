import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { type Ran, runAsPersonBeside } from '../../harness/outside-session.ts';
import { removeFolder } from '../../harness/remove-folder.ts';
import { fleetAddress } from '../../src/core/fleet/address.ts';
import { type Database, openDatabase } from '../../src/fleet-db/database.ts';
import { openWorkerBench, type Step, type WorkerBench } from '../fake-client/bench.ts';
import type { Postgres } from './postgres.ts';

const cli = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');

/** Runs git in a folder; its output. Throws what it complains of. */
export function git(cwd: string, ...args: string[]): string {
  const named = [
    '-c',
    'user.name=T',
    '-c',
    'user.email=t@example.org',
    '-c',
    'init.defaultBranch=main',
  ];
  const ran = spawnSync('git', [...named, ...args], { cwd, encoding: 'utf8' });
  if (ran.status !== 0) throw new Error(`git ${args.join(' ')}: ${ran.stderr}`);
  return ran.stdout.trim();
}

/** A machine with a clone of the remote, a state folder and a client of its own, which runs the built command. */
export interface ServingMachine {
  bench: WorkerBench;
  /** Runs the command as a person does. */
  run(...args: string[]): Promise<Ran>;
  /** The same for one that must go well; its output. */
  ok(...args: string[]): Promise<string>;
  ticket(id: string): string;
  /** Processes that work with its state folder. */
  processes(): number[];
  /** The process that takes tickets, once it is there. */
  server(): number | undefined;
  /** Kills all of them at once, as if the machine lost its power. */
  kill(): void;
  close(): void;
}

/** Processes that work with a state folder. */
function processesOn(stateFolder: string): number[] {
  const mark = `HOLDFAST_HOME=${stateFolder}\0`;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        if (/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))) return false;
        return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark);
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** Kills all of them at once, as if the machine lost its power. */
export function killOn(stateFolder: string): void {
  // A process that was about to start another may have done so meanwhile.
  for (let pids = processesOn(stateFolder); pids.length > 0; pids = processesOn(stateFolder)) {
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It ended by itself.
      }
    }
  }
}

/** Makes a machine whose project is a clone of `remote`. */
function servingMachine(remote: string, fleet: string, ...runs: Step[][]): ServingMachine {
  const bench = openWorkerBench();
  const { project, holdfastHome } = bench.sandbox;
  git(project, 'clone', '--quiet', remote, '.');
  bench.script(...runs);
  const env = { ...bench.env, HOLDFAST_FLEET: fleet };
  const machine: ServingMachine = {
    bench,
    run: (...args) => runAsPersonBeside(process.execPath, [cli, ...args], { cwd: project, env }),
    async ok(...args) {
      const { code, out, err } = await machine.run(...args);
      if (code !== 0) throw new Error(`holdfast ${args.join(' ')}: ${code}\n${out}${err}`);
      return out;
    },
    ticket(id) {
      const path = join(project, '.holdfast', 'tickets', `${id}.md`);
      return existsSync(path) ? readFileSync(path, 'utf8') : '';
    },
    processes: () => processesOn(holdfastHome),
    server: () =>
      machine.processes().find((pid) => {
        const [program, ...words] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
        // A shell that starts it has the same words.
        return program === process.execPath && words.slice(1, 3).join(' ') === 'fleet serve';
      }),
    kill: () => killOn(holdfastHome),
    close() {
      machine.kill();
      bench.sandbox.remove();
    },
  };
  return machine;
}

/** A fleet of such machines for each test of a suite. */
export interface ServingFleet {
  /** Makes a machine that joined, whose client does what the runs say. */
  machine(name: string, ...runs: Step[][]): Promise<ServingMachine>;
  /** What a statement gives in the fleet's database. */
  rows<Row extends object>(sql: string, ...values: unknown[]): Promise<Row[]>;
  /** The folder of the remote. */
  remote(): string;
  /** Runs a command that must go well where nothing says where a fleet is. */
  without(machine: ServingMachine, ...args: string[]): Promise<void>;
}

/** Gives each test of a suite an empty fleet and a remote, and takes them away behind it. */
export function servingFleet(postgres: () => Postgres): ServingFleet {
  let folder: string;
  let remote: string;
  let url: string;
  let database: Database;
  const machines: ServingMachine[] = [];
  beforeEach(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-serve-')));
    remote = madeRemote(folder);
    url = await postgres().fresh();
    database = openDatabase(fleetAddress(url));
  });
  afterEach(async () => {
    for (const one of machines.splice(0)) one.close();
    await database.close();
    removeFolder(folder);
  });
  return {
    async machine(name, ...runs) {
      const one = servingMachine(remote, url, ...runs);
      machines.push(one);
      if (machines.length === 1) await one.ok('fleet', 'init');
      await one.ok('fleet', 'join', '--machine', name);
      return one;
    },
    rows: async <Row extends object>(sql: string, ...values: unknown[]) =>
      (await database.query<Row>(sql, values)).rows,
    remote: () => remote,
    async without({ bench }, ...args) {
      const { code, err } = await bench.holdfast(args);
      if (code !== 0) throw new Error(`holdfast ${args.join(' ')}: ${err}`);
    },
  };
}

/** A bare repository with one commit on `main`. */
export function madeRemote(folder: string): string {
  const [remote, first] = [join(folder, 'shop.git'), join(folder, 'first')];
  mkdirSync(first, { recursive: true });
  git(folder, 'init', '--quiet', '--bare', remote);
  git(first, 'init', '--quiet');
  git(first, 'commit', '--quiet', '--allow-empty', '-m', 'begin');
  git(first, 'push', '--quiet', remote, 'HEAD:refs/heads/main');
  git(remote, 'symbolic-ref', 'HEAD', 'refs/heads/main');
  return remote;
}
