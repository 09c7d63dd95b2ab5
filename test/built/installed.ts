import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runAsPerson } from '../../harness/outside-session.ts';
import { removeFolder } from '../../harness/remove-folder.ts';

const cli = resolve(import.meta.dirname, '..', '..', 'dist', 'cli.js');

/** What `holdfast init` of the built command line left in the state folder of an empty home. */
export interface Installed {
  home: string;
  state: string;
  /** What settings files name: `bin/hook`. */
  launcher: string;
  /** The folder of the hook program and of what was compiled of it. */
  runtime: string;
  /** Of programs that run in a client's own process. */
  plugins: string;
}

let known: Installed | undefined;

/** Installs once a process: what follows only reads it. */
export function installed(): Installed {
  known ??= install();
  return known;
}

function install(): Installed {
  if (!existsSync(cli)) throw new Error('dist/cli.js is missing: run "npm run build" first');
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-installed-')));
  process.on('exit', () => removeFolder(folder));
  const [home, state] = [join(folder, 'home'), join(folder, 'state')];
  mkdirSync(home);
  for (const host of ['claude-code', 'opencode', 'pi']) init(home, state, host);
  const [version = ''] = readdirSync(join(state, 'runtime'));
  // On a machine under load the compiling may be given up; the next run takes it up again.
  for (let tries = 0; !existsSync(join(state, 'runtime', version, 'start.cjs')); tries += 1) {
    if (tries === 5) throw new Error('init left no start.cjs: the hook program was not compiled');
    init(home, state, 'claude-code');
  }
  return {
    home,
    state,
    launcher: join(state, 'bin', 'hook'),
    runtime: join(state, 'runtime', version),
    plugins: join(state, 'plugins'),
  };
}

function init(home: string, state: string, host: string): void {
  const words = [cli, 'init', '--yes', '--no-mcp', '--host', host];
  const { code, err } = runAsPerson(process.execPath, words, {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home, HOLDFAST_HOME: state },
  });
  if (code !== 0) throw new Error(`init --host ${host} ended with ${code}: ${err}`);
}
