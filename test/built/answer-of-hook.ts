import { PassThrough } from 'node:stream';
import { fromBuild } from './from-build.ts';
import { runInstalledHook } from './hook-driver.ts';

/**
 * What the installed hook program answers, once all its work is done. `args`: its words, as settings files have them;
 * `input`: the payload, or the pieces in which it comes.
 */
export async function answerOfHook(
  args: string[],
  env: Record<string, string | undefined>,
  input: string | Buffer | readonly Buffer[],
): Promise<string> {
  const pieces = Array.isArray(input) ? (input as Buffer[]) : [Buffer.from(input as string)];
  const given = Object.fromEntries(
    Object.entries(env).filter((one): one is [string, string] => one[1] !== undefined),
  );
  return fromBuild ? runInstalledHook(args, given, pieces) : runSource(args, given, pieces);
}

async function runSource(args: string[], env: Record<string, string>, pieces: Buffer[]) {
  const { runHook } = await import('../../src/entry/hook/run-hook.ts');
  const stream = new PassThrough();
  for (const piece of pieces) stream.write(piece);
  stream.end();
  const later: (() => Promise<unknown>)[] = [];
  const answer = await runHook(args, env, stream, undefined, (work) => later.push(work));
  for (const work of later) await work();
  return answer;
}
