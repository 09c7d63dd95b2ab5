import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the installed package lies and what it is. */
export interface OwnPackage {
  version: string;
  /** The built hook program, which init copies into the state folder. */
  hookBundle: string;
}

/** Our own package: the built program lies in its `dist/`, the sources in `src/platform/`. */
export function ownPackage(): OwnPackage {
  const here = dirname(fileURLToPath(import.meta.url));
  // A copy in the state folder lies beside the hook program, in a folder named by the version.
  const copied = join(here, 'hook.cjs');
  if (!here.endsWith('dist') && existsSync(copied)) {
    return { version: basename(here), hookBundle: copied };
  }
  const root = here.endsWith('dist') ? dirname(here) : dirname(dirname(here));
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const version = String((manifest as { version?: unknown }).version ?? '0.0.0');
  return { version, hookBundle: join(root, 'dist', 'hook.cjs') };
}
