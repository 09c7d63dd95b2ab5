import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

/** The absolute path of a program in the folders of PATH; undefined when it is in none. */
export function findProgram(program: string, path: string | undefined): string | undefined {
  const names =
    process.platform === 'win32' ? [`${program}.exe`, `${program}.cmd`, program] : [program];
  for (const folder of (path ?? '').split(delimiter)) {
    for (const name of names) {
      const found = resolve(join(folder || '.', name));
      if (isProgram(found)) return found;
    }
  }
  return undefined;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
