import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { installed } from './installed.ts';

const dist = resolve(import.meta.dirname, '..', '..', 'dist');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-programs-'));
});
afterEach(() => removeFolder(folder));

const programsOf = (place: string): string => join(place, 'dist');

/** The command line with some of its programs alone, in a folder of its own. */
function place(...programs: string[]): string {
  mkdirSync(programsOf(folder), { recursive: true });
  copyFileSync(join(dist, '..', 'package.json'), join(folder, 'package.json'));
  for (const name of ['cli.js', 'package.json', ...programs]) {
    copyFileSync(join(dist, name), join(programsOf(folder), name));
  }
  return join(programsOf(folder), 'cli.js');
}

function run(cli: string, ...words: string[]): { code: number | null; out: string } {
  const env = { PATH: process.env.PATH, HOME: folder, HOLDFAST_HOME: join(folder, 'state') };
  const ran = spawnSync(process.execPath, [cli, ...words], { cwd: folder, env, encoding: 'utf8' });
  return { code: ran.status, out: ran.stdout + ran.stderr };
}

const caches = (): string[] =>
  readdirSync(programsOf(folder)).filter((name) => name.endsWith('.cache'));

describe('one program a command', () => {
  it('there is one for each command that help lists, and it says the same as the one with all', () => {
    const all = run(join(dist, 'cli.js'), '--help').out;
    const names = [...all.matchAll(/^ {2}([a-z]+)[ [|]/gm)].map(([, name]) => name!);
    const commands = names.filter((name) => name !== 'help');
    expect(commands.length).toBeGreaterThan(25);
    const without = commands.filter((name) => !existsSync(join(dist, `cli-${name}.js`)));
    expect(without).toEqual([]);
  });

  it('each has what its command needs: it runs where no other program is', () => {
    expect(run(place('cli-rules.js'), 'rules', 'nobody')).toMatchObject({
      code: 1,
      out: expect.stringContaining('No session'),
    });
    expect(run(place('cli-hosts.js'), 'hosts', '--json').code).toBe(0);
  });
});

describe('compiled code beside a program', () => {
  it('is kept after a run, used by the next, and rubbish in its place changes nothing', () => {
    const cli = place('cli-hosts.js');
    const first = run(cli, 'hosts');
    expect(first.code).toBe(0);
    const [cache = ''] = caches();
    expect(cache).toMatch(/^cli-hosts\.[0-9a-f]{16}-v[\d.]+-\w+\.cache$/);
    expect(run(cli, 'hosts')).toEqual(first);
    for (const bytes of [
      '',
      'rubbish',
      readFileSync(join(programsOf(folder), cache)).subarray(0, 900),
    ]) {
      writeFileSync(join(programsOf(folder), cache), bytes);
      expect(run(cli, 'hosts')).toEqual(first);
    }
  });

  it('of an older program is not used for a newer one', () => {
    const cli = place('cli-hosts.js');
    expect(run(cli, 'hosts').code).toBe(0);
    const [cache = ''] = caches();
    // As an update leaves it: another fingerprint in the starter, the old compiled code still there.
    const fingerprint = /\.([0-9a-f]{16})-/.exec(cache)![1]!;
    writeFileSync(cli, readFileSync(cli, 'utf8').replace(fingerprint, '0'.repeat(16)));
    const program = join(programsOf(folder), 'cli-hosts.js');
    writeFileSync(program, `console.log('the newer one');${readFileSync(program, 'utf8')}`);
    expect(run(cli, 'hosts').out).toMatch(/^the newer one\n/);
    expect(caches().sort()).toEqual([cache, cache.replace(fingerprint, '0'.repeat(16))].sort());
  });
});

describe('the copies that init puts into the state folder', () => {
  it('are the programs that were built, byte for byte', () => {
    const { runtime } = installed();
    const copied = readdirSync(runtime).filter((name) => existsSync(join(dist, name)));
    expect(copied).toContain('hook.cjs');
    for (const name of copied) {
      expect([
        name,
        readFileSync(join(runtime, name)).equals(readFileSync(join(dist, name))),
      ]).toEqual([name, true]);
    }
  });
});
