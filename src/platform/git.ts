import { basename, dirname } from 'node:path';
import type { Git } from '../app/ports.ts';
import { cleanGitEnvironment } from './git-environment.ts';
import { parseGitStatus } from './git-status.ts';
import { isOnPath } from './on-path.ts';
import { runBriefly } from './run-briefly.ts';

const deadlineMs = 300;
const limit = 8 * 1024 * 1024;

/** Git through its program: two calls at once, each with the deadline; no lock is taken, no monitor started. */
export const git: Git = {
  async state(cwd) {
    if (!isOnPath('git', process.env.PATH)) return undefined;
    const env = cleanGitEnvironment(process.env);
    const ask = (...args: string[]) =>
      runBriefly('git', ['--no-optional-locks', '-c', 'core.fsmonitor=false', ...args], {
        cwd,
        env,
        deadlineMs,
        limit,
      });
    const [status, places] = await Promise.all([
      ask('status', '--porcelain=v2', '--branch', '-z'),
      ask(
        'rev-parse',
        '--path-format=absolute',
        '--show-toplevel',
        '--git-dir',
        '--git-common-dir',
      ),
    ]);
    if (status === undefined || places === undefined) return undefined;
    const [top, folder, common] = places.split('\n');
    if (!top) return undefined;
    return { ...parseGitStatus(status), top, linked: folder !== common };
  },

  async textBefore(path, time) {
    if (!isOnPath('git', process.env.PATH)) return undefined;
    const env = cleanGitEnvironment(process.env);
    const ask = (...args: string[]) =>
      runBriefly('git', ['--no-optional-locks', ...args], {
        cwd: dirname(path),
        env,
        deadlineMs,
        limit,
      });
    const commit = (await ask('rev-list', '-1', `--before=${time}`, 'HEAD'))?.trim();
    return commit ? ask('show', `${commit}:./${basename(path)}`) : undefined;
  },
};
