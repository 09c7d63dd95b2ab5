import { existsSync, mkdirSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Ran, runAsPerson } from '../../../harness/outside-session.ts';
import { removeFolder } from '../../../harness/remove-folder.ts';

const cli = join(import.meta.dirname, '..', '..', '..', 'dist', 'cli.js');

/** A person's machine: a home, a project and a state folder of their own, and the built command line. */
export interface CliMachine {
  folder: string;
  home: string;
  project: string;
  state: string;
  run(
    args: string[],
    options?: { env?: Record<string, string>; input?: string; cwd?: string },
  ): Ran;
  remove(): void;
}

export function makeCliMachine(): CliMachine {
  if (!existsSync(cli)) throw new Error('dist/cli.js is missing: run "npm run build" first');
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-cli-')));
  const [home, project, state] = ['home', 'project', 'state'].map((name) => join(folder, name));
  mkdirSync(home!);
  mkdirSync(join(project!, '.git'), { recursive: true });
  return {
    folder,
    home: home!,
    project: project!,
    state: state!,
    run(args, options = {}) {
      return runAsPerson(process.execPath, [cli, ...args], {
        cwd: options.cwd ?? project!,
        env: { PATH: process.env.PATH, HOME: home!, HOLDFAST_HOME: state!, ...options.env },
        ...(options.input === undefined ? {} : { input: options.input }),
      });
    },
    remove: () => removeFolder(folder),
  };
}
