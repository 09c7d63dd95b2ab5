import { spawnSync } from 'node:child_process';
import { findProgram } from './find-program.ts';

/** What a pull request says. */
export interface PullRequest {
  branch: string;
  base: string;
  title: string;
  body: string;
}

const limitMs = 120_000;

/**
 * Opens a pull request with a program of the user's, in a work tree of the repository; gives its address. Where there is one for
 * the branch already, that one's. `why`: the last line of what the program complains of.
 */
export function openPullRequest(
  program: 'gh' | 'glab',
  folder: string,
  { branch, base, title, body }: PullRequest,
  env: Record<string, string | undefined>,
): { url: string } | { why: string } {
  const found = findProgram(program, env.PATH);
  if (found === undefined) return { why: `${program} is not installed` };
  const ask = (args: string[]): { url?: string; why: string } => {
    const ran = spawnSync(found, args, {
      cwd: folder,
      // It has no need of the fleet's connection, and nobody answers its questions.
      env: { ...env, HOLDFAST_FLEET: undefined, GH_PROMPT_DISABLED: '1', NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
      timeout: limitMs,
    });
    const said = (ran.error?.message ?? ran.stderr ?? '').trim().split('\n').at(-1) ?? '';
    const url = ran.status === 0 ? /https?:\/\/[^\s"]+/.exec(ran.stdout)?.[0] : undefined;
    return { why: said === '' ? `${program} gave no address` : said, ...(url && { url }) };
  };
  const made =
    program === 'gh'
      ? ask(['pr', 'create', '--head', branch, '--base', base, '--title', title, '--body', body])
      : ask([
          ...['mr', 'create', '--source-branch', branch, '--target-branch', base],
          ...['--title', title, '--description', body, '--yes'],
        ]);
  if (made.url !== undefined) return { url: made.url };
  const there =
    program === 'gh'
      ? ask(['pr', 'view', branch, '--json', 'url', '--jq', '.url'])
      : ask(['mr', 'view', branch]);
  return there.url === undefined ? { why: made.why } : { url: there.url };
}
