import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fromBuild } from './from-build.ts';
import { installed } from './installed.ts';

/** A program that a client loads into its own process, as `init` installed it. */
const load = (name: string): Promise<unknown> =>
  import(/* @vite-ignore */ pathToFileURL(join(installed().runtime, `${name}.mjs`)).href);

type OpenCode = typeof import('../../src/entry/opencode.ts');
type Pi = typeof import('../../src/entry/pi.ts');

export const { plugin } = (
  fromBuild ? await load('opencode') : await import('../../src/entry/opencode.ts')
) as OpenCode;
export const { extension } = (
  fromBuild ? await load('pi') : await import('../../src/entry/pi.ts')
) as Pi;
