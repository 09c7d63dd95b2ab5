import { spawnSync } from 'node:child_process';

const limitMs = 20_000;

/** Runs a program to its end without input and output. How it ends does not matter; after 20 seconds it is ended. */
export function runQuietly(
  program: string,
  args: string[],
  env: Readonly<Record<string, string | undefined>>,
): void {
  spawnSync(program, args, { env, stdio: 'ignore', timeout: limitMs });
}
