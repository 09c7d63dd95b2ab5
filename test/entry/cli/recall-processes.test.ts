import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionText } from '../../app/audit/record-kit.ts';
import { type CliMachine, makeCliMachine } from './machine.ts';

const cli = join(import.meta.dirname, '..', '..', '..', 'dist', 'cli.js');
let machine: CliMachine;
beforeEach(() => {
  machine = makeCliMachine();
});
afterEach(() => machine.remove());

/** Records of some megabytes, in which each session speaks of its own animal. */
function fill(sessions: number, rows: number): void {
  const folder = join(machine.home, '.claude', 'projects', 'p');
  mkdirSync(folder, { recursive: true });
  for (let at = 0; at < sessions; at += 1) {
    const said = Array.from(
      { length: rows },
      (_, line) => `animal${at} in line ${line} ${`word${line} `.repeat(60)}`,
    );
    writeFileSync(join(folder, `s${at}.jsonl`), sessionText({ session: `s${at}`, said }));
  }
}

function start(...args: string[]): ChildProcess {
  return spawn(process.execPath, [cli, 'recall', '--json', ...args], {
    cwd: machine.project,
    env: { PATH: process.env.PATH, HOME: machine.home, HOLDFAST_HOME: machine.state },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function ended(
  child: ChildProcess,
): Promise<{ code: number | null; out: string; err: string }> {
  let [out, err] = ['', ''];
  child.stdout!.on('data', (data) => {
    out += data;
  });
  child.stderr!.on('data', (data) => {
    err += data;
  });
  const [code] = await once(child, 'close');
  return { code, out, err };
}

/** How many items of the session are in the index, each once. */
function counted(session: number): { found: number; counts: number[] } {
  const { out } = machine.run(['recall', '--json', '--limit', '200', `animal${session}`]);
  const { found, hits } = JSON.parse(out) as { found: number; hits: { count: number }[] };
  return { found, counts: [...new Set(hits.map(({ count }) => count))] };
}

describe('several processes', () => {
  it('fill one index together, each item once, and all of them answer', async () => {
    fill(6, 60);
    const all = await Promise.all(
      Array.from({ length: 6 }, (_, at) => ended(start(`animal${at}`))),
    );
    // On a busy machine one that waited for too long reads the transcripts for itself, and says so.
    const waited = /Another (?:process is bringing|program keeps) [\s\S]*/;
    for (const { code, out, err } of all) {
      expect([code, err.replace(waited, '')]).toEqual([0, '']);
      expect(Array.isArray(JSON.parse(out).hits)).toBe(true);
    }
    for (let at = 0; at < 6; at += 1) expect(counted(at)).toEqual({ found: 60, counts: [1] });
    expect(readdirSync(machine.state).filter((name) => name.includes('set-aside'))).toEqual([]);
  });

  it('set a damaged index aside once, and all of them answer', async () => {
    fill(2, 40);
    mkdirSync(machine.state, { mode: 0o700 });
    writeFileSync(join(machine.state, 'index.db'), 'rubbish'.repeat(2000));
    const all = await Promise.all(Array.from({ length: 5 }, () => ended(start('animal1'))));
    expect(all.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0]);
    expect(counted(1)).toEqual({ found: 40, counts: [1] });
    expect(readdirSync(machine.state).filter((name) => name.includes('set-aside'))).toHaveLength(1);
  });
});

it('makes an index anew that turns out damaged while it is searched', () => {
  fill(3, 60);
  expect(counted(1).found).toBe(60);
  const path = join(machine.state, 'index.db');
  const bytes = readFileSync(path);
  bytes.fill(0xff, Math.floor(bytes.length / 2));
  writeFileSync(path, bytes);
  const { out, err, code } = machine.run(['recall', 'animal1', '--limit', '1']);
  expect(code).toBe(0);
  expect(out).toMatch(/^60 matches for animal1/);
  expect(err).toMatch(
    /index\.db is damaged\. It was set aside as .*, and the index is\s+made anew\.\n$/,
  );
});

describe('a process that is killed while it fills the index', () => {
  it('leaves an index that the next one goes on with, whenever that is', async () => {
    fill(8, 150);
    for (const wait of [60, 120, 180, 240, 320, 420]) {
      const child = start('animal0');
      await Promise.race([pause(wait), once(child, 'exit')]);
      child.kill('SIGKILL');
      await ended(child);
    }
    // On a busy machine none of them came so far.
    const last = start('animal0');
    const index = join(machine.state, 'index.db');
    await vi.waitFor(() => expect(existsSync(index)).toBe(true), { timeout: 30_000 });
    last.kill('SIGKILL');
    await ended(last);
    for (const at of [0, 3, 7]) expect(counted(at)).toEqual({ found: 150, counts: [1] });
    expect(readdirSync(machine.state).filter((name) => name.includes('set-aside'))).toEqual([]);
  });
});

describe('the library that reads databases', () => {
  it('is loaded without looking for its files, and without what it rarely needs', () => {
    const seen = loadedBy(['recall', 'x'], '');
    expect(seen.filter((name) => name.startsWith('@libsql/'))).toHaveLength(1);
    expect(seen).not.toContain('libsql');
    expect(seen).not.toContain('detect-libc');
    expect(seen).not.toContain('child_process');
  });

  it('is the installed one where its native module lies beside that only', () => {
    const refused =
      "if (name.startsWith('@libsql/') && !parent.filename.includes('node_modules')) throw 0;";
    const seen = loadedBy(['recall', 'x'], refused);
    expect(seen).toContain('libsql');
    expect(existsSync(join(machine.state, 'index.db'))).toBe(true);
  });

  it('where it is missing, the search says what it needs', () => {
    const refused = "if (/^(?:libsql$|@libsql\\/)/.test(name)) throw new Error('it is not there');";
    const { code, err } = machine.run(['recall', 'x'], {
      env: { NODE_OPTIONS: `--require ${hook(refused)}` },
    });
    expect(code).toBe(1);
    expect(err).toMatch(
      /^The search \("holdfast recall"\) needs the package "libsql", which does not load here\.\n.*npm install/,
    );
  });

  /** The names that a command loads modules by. */
  function loadedBy(args: string[], statement: string): string[] {
    const { code } = machine.run(args, { env: { NODE_OPTIONS: `--require ${hook(statement)}` } });
    expect(code).toBe(0);
    return readFileSync(join(machine.folder, 'loaded'), 'utf8').split('\n');
  }

  /** A program that Node runs first: it writes down what is loaded, and does `statement` before each. */
  function hook(statement: string): string {
    const path = join(machine.folder, 'hook.cjs');
    const loaded = JSON.stringify(join(machine.folder, 'loaded'));
    writeFileSync(
      path,
      `const Module = require('node:module');
       const { appendFileSync } = require('node:fs');
       const load = Module._load;
       Module._load = function (name, parent, ...more) {
         appendFileSync(${loaded}, name + '\\n');
         ${statement}
         return load.call(this, name, parent, ...more);
       };`,
    );
    return path;
  }
});
