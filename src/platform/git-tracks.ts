import { cleanGitEnvironment } from './git-environment.ts';
import { isOnPath } from './on-path.ts';
import { runBriefly } from './run-briefly.ts';

const deadlineMs = 1_000;
const limit = 64 * 1024 * 1024;

/** Whether git tracks something of a folder that a pathspec takes; undefined where it does not say so in time. */
export async function gitTracks(folder: string, pathspec: string): Promise<boolean | undefined> {
  if (!isOnPath('git', process.env.PATH)) return undefined;
  const args = ['--no-optional-locks', 'ls-files', '-z', '--', pathspec];
  const env = cleanGitEnvironment(process.env);
  const listed = await runBriefly('git', args, { cwd: folder, env, deadlineMs, limit });
  return listed === undefined ? undefined : listed !== '';
}
