import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../core/errors.ts';
import { unhurried } from './at-work.ts';
import { makeFolder } from './make-folder.ts';
import type { Environment } from './paths.ts';
import { replaceWhole } from './whole-file.ts';

/**
 * Opens a text in a person's editor and gives back what they made of it. The copy stays as `edited.md` in the folder, so
 * that nothing is lost where it cannot be used. `editor`: a shell command, as $EDITOR is.
 */
export function editInEditor(
  editor: string,
  text: string,
  folder: string,
  env: Environment,
): string {
  makeFolder(folder);
  const copy = join(folder, 'edited.md');
  replaceWhole(copy, text, { mode: 0o600, flushed: false });
  const words = ['-c', `${editor} "$1"`, 'sh', copy];
  const ran = unhurried(() =>
    spawnSync('sh', words, { stdio: 'inherit', env: env as NodeJS.ProcessEnv }),
  );
  if (ran.status !== 0) {
    throw new Fault('refused', `The editor exited with ${ran.status ?? ran.signal}.`, {
      hint: `Nothing was written. Your version is kept: ${copy}`,
    });
  }
  return readFileSync(copy, 'utf8');
}
