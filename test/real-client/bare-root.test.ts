import { execFileSync } from 'node:child_process';
import { accessSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claudeCodeDriver as driver } from '../../harness/drivers/claude-code.ts';
import { runAsPerson } from '../../harness/outside-session.ts';
import { compactThen } from '../../harness/policies/common.ts';
import { missingIn, textOf } from '../../harness/request.ts';
import type { Sandbox } from '../../harness/sandbox.ts';
import { bringClient } from './client.ts';
import { openWorkplace, taskIn } from './product.ts';

const client = await bringClient('claude-code');
const root = resolve(import.meta.dirname, '..', '..');

/** What a small image has besides Node: a shell and programs of coreutils. No git, no compiler, no bash, no grep. */
const programs =
  'sh basename cat chmod cp cut date dirname env head id ln ls mkdir mktemp mv pwd readlink rm sleep sort tail touch tr uname wc';

/** A folder with those programs alone, for PATH. */
function bareFolder(sandbox: Sandbox): string {
  const folder = join(sandbox.root, 'bin');
  mkdirSync(folder);
  for (const name of programs.split(' ')) {
    symlinkSync(
      ['/usr/bin', '/bin'].map((at) => join(at, name)).find(existsSync)!,
      join(folder, name),
    );
  }
  symlinkSync(process.execPath, join(folder, 'node'));
  return folder;
}

/** The script of npm that belongs to this Node, or else the one on PATH. */
function npmScript(): string {
  const beside = join(
    dirname(process.execPath),
    '..',
    'lib',
    'node_modules',
    'npm',
    'bin',
    'npm-cli.js',
  );
  if (existsSync(beside)) return beside;
  const found = process.env
    .PATH!.split(delimiter)
    .map((at) => join(at, 'npm'))
    .find(existsSync)!;
  accessSync(found);
  return found;
}

function tarball(sandbox: Sandbox): string {
  const words = ['pack', '--silent', '--ignore-scripts', '--pack-destination', sandbox.root];
  return join(sandbox.root, execFileSync('npm', words, { cwd: root, encoding: 'utf8' }).trim());
}

describe.skipIf(!client)('a machine with nothing but Node, coreutils and a client', () => {
  it('goes from the tarball to a compaction that is survived in three commands', async () => {
    const work = await openWorkplace(client!, {
      plan: '',
      policy: (sandbox) =>
        compactThen(taskIn(sandbox, driver), (turn) =>
          turn === 0
            ? { calls: [driver.tools.write(join(sandbox.project, 'new.txt'))] }
            : { text: 'The end.' },
        ),
      driver,
      install: false,
    });
    const { sandbox } = work;
    const packed = tarball(sandbox);
    const bare = bareFolder(sandbox);
    sandbox.holdfastHome = join(sandbox.home, '.local', 'state', 'holdfast');
    const prefix = join(sandbox.home, 'npm');
    const path = [bare, join(prefix, 'bin')].join(delimiter);
    const command = (...words: string[]): string => {
      const [program, ...args] = words;
      const env = { PATH: path, HOME: sandbox.home, TMPDIR: join(sandbox.root, 'tmp') };
      const ran = runAsPerson(program!, args, { cwd: sandbox.project, env });
      const told = `${words.join(' ')}: ${ran.out}${ran.err}`;
      expect(ran.code, told).toBe(0);
      return told;
    };
    const holdfast = join(prefix, 'bin', 'holdfast');

    // The optional package would come from the network.
    const install = ['install', '--global', '--prefix', prefix, '--omit=optional', '--offline'];
    command(join(bare, 'node'), npmScript(), ...install, packed);
    command(holdfast, 'init', '--host', 'claude-code', '--yes');
    const run = await work.run('Never rename the column customer_ref_77.', { env: { PATH: path } });

    const told = `${work.diagnosis(run.sessionId)}\n${run.stderr}`;
    expect([run.exitCode, run.result], told).toEqual([0, 'The end.']);
    expect(driver.boundaries(run.rows), told).toHaveLength(1);
    const last = textOf(run.requests.at(-1)!);
    expect(missingIn(last, 'The conversation before', 'customer_ref_77'), told).toEqual([]);
    expect(existsSync(join(sandbox.project, 'new.txt')), told).toBe(true);

    // Without git, the state line tells edits, and nothing of what is committed.
    sandbox.write('PLAN.md', '# Plan\n\n- [ ] one step\n');
    command(holdfast, 'task', 'set', 'PLAN.md');
    const next = await work.run('Go on.', { env: { PATH: path }, resume: run.sessionId });
    const seen = next.requests.map(textOf).join('\n');
    const line = seen.split('\n').find((one) => one.includes('PLAN.md') && one.includes('edit'));
    expect(line ?? seen.slice(-3_000)).toContain('1 edit');
    expect(line).not.toMatch(/dirty|clean/);
  });
});
