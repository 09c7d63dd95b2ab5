import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Install } from '../replay/drive-claude.ts';
import type { InstallExtension } from '../replay/drive-pi.ts';
import { hookEntries } from '../replay/hooks.ts';
import type { Place } from '../replay/place.ts';

const program = join(import.meta.dirname, '..', '..', '..', 'dist', 'cli.js');

/** Installs the built product for a host as a person does, and takes the commands that it registered in a settings file. */
export function installHooks(host: string, settings: string): Install {
  return (place) => {
    const env = init(place, host);
    const text = readFileSync(join(place.home, settings), 'utf8');
    return { hooks: hookEntries(JSON.parse(text)), env };
  };
}

export const installHoldfast = installHooks('claude-code', '.claude/settings.json');

/** The same for a host that loads extensions into its own process. */
export const installForPi: InstallExtension = (place) => ({
  env: init(place, 'pi'),
  extension: join(place.home, '.pi', 'agent', 'extensions', 'holdfast.js'),
});

/** The environment that the host's hooks need besides. */
function init(place: Place, host: string): Record<string, string> {
  if (!existsSync(program)) throw new Error(`${program} is not there: run "npm run build" first`);
  const env = { HOLDFAST_HOME: join(place.home, '.holdfast-state') };
  const run = spawnSync(
    process.execPath,
    [program, 'init', '--host', host, '--scope', 'user', '--yes'],
    {
      cwd: place.project,
      env: { PATH: process.env.PATH, HOME: place.home, LANG: 'C.UTF-8', ...env },
      encoding: 'utf8',
    },
  );
  if (run.status !== 0) throw new Error(`holdfast init failed: ${run.stderr}`);
  return env;
}
