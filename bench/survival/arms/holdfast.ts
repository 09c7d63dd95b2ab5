import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Install } from '../replay/drive-claude.ts';
import { hookEntries } from '../replay/hooks.ts';

const program = join(import.meta.dirname, '..', '..', '..', 'dist', 'cli.js');

/** Installs the built product as a person does, and takes the commands that it registered. */
export const installHoldfast: Install = (place) => {
  if (!existsSync(program)) throw new Error(`${program} is not there: run "npm run build" first`);
  const state = join(place.home, '.holdfast-state');
  const env = { HOLDFAST_HOME: state };
  const init = spawnSync(
    process.execPath,
    [program, 'init', '--host', 'claude-code', '--scope', 'user', '--yes'],
    {
      cwd: place.project,
      env: { PATH: process.env.PATH, HOME: place.home, LANG: 'C.UTF-8', ...env },
      encoding: 'utf8',
    },
  );
  if (init.status !== 0) throw new Error(`holdfast init failed: ${init.stderr}`);
  const settings = join(place.home, '.claude', 'settings.json');
  return { hooks: hookEntries(JSON.parse(readFileSync(settings, 'utf8'))), env };
};
