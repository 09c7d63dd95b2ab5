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

/** The command line with the file of its parts and nothing else, in a folder of its own. */
function place(): string {
  mkdirSync(programsOf(folder), { recursive: true });
  copyFileSync(join(dist, '..', 'package.json'), join(folder, 'package.json'));
  for (const name of ['cli.js', 'package.json', 'cli-parts.js', 'api.js']) {
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

/** What the starter knows of its programs: fingerprint, and of those in parts the call that starts it and where the parts are. */
function known(): Record<string, [string, string?, number[]?]> {
  const [, json = '{}'] = /^const programs = (\{.*\});$/m.exec(
    readFileSync(join(dist, 'cli.js'), 'utf8'),
  )!;
  return JSON.parse(json) as Record<string, [string, string?, number[]?]>;
}

describe('one program a command', () => {
  it('there is one for each command that help lists', () => {
    const all = run(join(dist, 'cli.js'), '--help').out;
    const names = [...all.matchAll(/^ {2}([a-z]+)[ [|]/gm)].map(([, name]) => name!);
    const commands = names.filter((name) => name !== 'help');
    expect(commands.length).toBeGreaterThan(25);
    const programs = Object.keys(known());
    expect(commands.filter((name) => !programs.includes(name))).toEqual([]);
  });

  it('each says of itself what the one with all commands says', () => {
    const cli = place();
    const commands = Object.keys(known()).filter((name) => /^[a-z]+$/.test(name) && name !== 'all');
    expect(commands.length).toBeGreaterThan(25);
    for (const name of commands.filter((one) => one !== 'mcp')) {
      const own = run(cli, name, '--help');
      expect([name, own]).toEqual([name, { code: 0, out: run(cli, 'help', name).out }]);
      expect(own.out).toContain(`Usage: holdfast ${name}`);
    }
    // Two starts a command, which take long on a machine with other work.
  }, 180_000);

  it('none is loaded to tell the version', () => {
    const cli = place();
    const { version } = JSON.parse(readFileSync(join(dist, '..', 'package.json'), 'utf8'));
    removeFolder(join(programsOf(folder), 'cli-parts.js'));
    for (const word of ['--version', '-V'])
      expect(run(cli, word)).toEqual({ code: 0, out: `${version}\n` });
  });

  it('each has what its command needs: it runs from the parts alone', () => {
    const cli = place();
    expect(run(cli, 'rules', 'nobody')).toMatchObject({
      code: 1,
      out: expect.stringContaining('No session'),
    });
    expect(run(cli, 'hosts', '--json').code).toBe(0);
  });
});

describe('the file of the parts', () => {
  const said =
    /cli-parts\.js is missing, cannot be read, or is not the file.*\. Install Holdfast again: npm install -g holdfast\n/;

  it('that is missing, torn, empty or of another version is named, with what to do', () => {
    const cli = place();
    const parts = join(programsOf(folder), 'cli-parts.js');
    const whole = readFileSync(parts);
    const other = Buffer.from(whole);
    other.write('0'.repeat(64), 3);
    for (const bytes of [
      undefined,
      Buffer.alloc(0),
      whole.subarray(0, 5000),
      whole.subarray(0, -1),
      other,
    ]) {
      if (bytes === undefined) removeFolder(parts);
      else writeFileSync(parts, bytes);
      const ran = run(cli, 'hosts');
      expect([ran.code, ran.out]).toEqual([1, expect.stringMatching(said)]);
      expect(ran.out.split('\n')).toHaveLength(2);
    }
    writeFileSync(parts, whole);
    expect(run(cli, 'hosts').code).toBe(0);
  });

  it('is asked for by the programs that others import as well', () => {
    place();
    const program = `import('${join(programsOf(folder), 'api.js')}').then((api) => console.log(typeof api.listSessions), (error) => console.log(error.message));`;
    const imported = (): string =>
      spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' }).stdout;
    expect(imported()).toBe('function\n');
    removeFolder(join(programsOf(folder), 'cli-parts.js'));
    expect(imported()).toMatch(said);
  });

  it('gives everything that a part says it gives', () => {
    const text = readFileSync(join(dist, 'cli-parts.js'), 'utf8');
    const starts = new Set(Object.values(known()).map(([, call]) => call));
    const numbers = [...text.matchAll(/^let x(\d+);function p\1\(\)/gm)].map(
      ([, number]) => number!,
    );
    const calls = numbers.map((number) => `p${number}()`).filter((call) => !starts.has(call));
    expect(calls.length).toBeGreaterThan(50);
    const program = join(programsOf(folder), 'every-part.js');
    mkdirSync(programsOf(folder), { recursive: true });
    writeFileSync(
      program,
      `'use strict';const holdfastUrl=require('node:url').pathToFileURL(__filename).href;${text}
      let given = 0;
      for (const part of [${calls.map((call) => `() => ${call}`).join(',')}]) {
        for (const name of Object.keys(part())) { void part()[name]; given += 1; }
      }
      console.log(given);`,
    );
    const ran = spawnSync(process.execPath, [program], { encoding: 'utf8' });
    expect(ran.stderr).toBe('');
    expect(Number(ran.stdout)).toBeGreaterThan(500);
  });

  it('has no part twice, and each part that a program needs is one of its own', () => {
    const text = readFileSync(join(dist, 'cli-parts.js'), 'utf8');
    const defined = [...text.matchAll(/^let x(\d+);function p\1\(\)/gm)].map(
      ([, number]) => number!,
    );
    expect(defined.length).toBeGreaterThan(50);
    expect(new Set(defined).size).toBe(defined.length);
    for (const [, call, ranges] of Object.values(known())) {
      if (call === undefined || ranges === undefined) continue;
      let own = call;
      for (let at = 0; at < ranges.length; at += 2) {
        own += text.slice(ranges[at]!, ranges[at]! + ranges[at + 1]!);
      }
      const called = new Set(
        [...own.matchAll(/\bp(\d+)\(\)(?=\)\.|\)|$)/g)].map(([, number]) => number!),
      );
      const has = new Set(
        [...own.matchAll(/^(?:.*\(\))?let x(\d+);function p\1\(\)/gm)].map(([, number]) => number!),
      );
      expect([...called].filter((number) => defined.includes(number) && !has.has(number))).toEqual(
        [],
      );
    }
  });
});

describe('compiled code beside a program', () => {
  it('is kept after a run, used by the next, and rubbish in its place changes nothing', () => {
    const cli = place();
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
    const cli = place();
    expect(run(cli, 'hosts').code).toBe(0);
    const [cache = ''] = caches();
    // As an update leaves it: another fingerprint in the starter, the old compiled code still there.
    const fingerprint = /\.([0-9a-f]{16})-/.exec(cache)![1]!;
    writeFileSync(cli, readFileSync(cli, 'utf8').replace(fingerprint, '0'.repeat(16)));
    expect(run(cli, 'hosts').code).toBe(0);
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
