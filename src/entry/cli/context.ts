import { readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import type { InstallContext } from '../../app/install/context.ts';
import { projectRoot } from '../../app/task/project-root.ts';
import { claudeCodeInstall } from '../../hosts/claude-code/install.ts';
import { clock } from '../../platform/clock.ts';
import { disk } from '../../platform/disk.ts';
import { files } from '../../platform/files.ts';
import {
  type Environment,
  homeFolder,
  type StatePaths,
  stateFolder,
  statePaths,
  userConfigFile,
} from '../../platform/paths.ts';
import { print } from '../../platform/process.ts';

/** What every command gets: the machine, the places, and a way to ask the person. */
export interface CliContext {
  env: Environment;
  home: string;
  cwd: string;
  project: string;
  paths: StatePaths;
  userConfig: string;
  version: string;
  install: InstallContext;
  /** True when a person sits at standard input and output. */
  interactive: boolean;
  colour: boolean;
  /** Shows text before the command's result, when the person must see it first. */
  say(text: string): void;
  /** Asks a yes-or-no question; only where `interactive`. */
  ask(question: string): Promise<boolean>;
}

const here = dirname(fileURLToPath(import.meta.url));
/** The package's root: the parent of `dist/` when built, else found from the source folder. */
const root = here.endsWith('dist') ? dirname(here) : join(here, '..', '..', '..');

export const hookBundle = join(root, 'dist', 'hook.cjs');

export function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return String((manifest as { version?: unknown }).version ?? '0.0.0');
}

export function makeContext(env: Environment, cwd: string): CliContext {
  const paths = statePaths(stateFolder(env));
  const home = homeFolder(env);
  const project = projectRoot(files, cwd, { home }) ?? cwd;
  const version = packageVersion();
  const interactive = process.stdin.isTTY === true && process.stdout.isTTY === true;
  return {
    env,
    home,
    cwd,
    project,
    paths,
    userConfig: userConfigFile(env),
    version,
    interactive,
    colour: process.stdout.isTTY === true && !env.NO_COLOR,
    install: {
      disk,
      clock,
      paths,
      place: { env, home, project },
      hosts: [claudeCodeInstall],
      searchPath: (env.PATH ?? '').split(delimiter).filter((folder) => folder !== ''),
      version,
      nodePath: process.execPath,
      bundlePath: hookBundle,
      windows: process.platform === 'win32',
    },
    say: print,
    async ask(question) {
      const terminal = createInterface({ input: process.stdin, output: process.stdout });
      try {
        return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
      } finally {
        terminal.close();
      }
    },
  };
}
