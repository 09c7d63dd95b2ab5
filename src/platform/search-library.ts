import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readRegular } from './open-regular.ts';
import { ownPackage } from './package.ts';
import { sqlite } from './sqlite.ts';

/** What the search needs and does not have, as a sentence, and the one command that brings it, as another. */
export interface MissingLibrary {
  message: string;
  hint: string;
}

/** Undefined where the search can work. */
export function missingSearchLibrary(): MissingLibrary | undefined {
  if (sqlite() !== null) return undefined;
  const root = dirname(dirname(ownPackage().hookBundle));
  return {
    message: 'The search ("holdfast recall") needs the package "libsql", which does not load here.',
    hint: `Run ${commandFor(root)}`,
  };
}

/**
 * The command for a package that lies in `root`. Beside it the library is found, whether npm put it there for all of a user or into a
 * project; from a package of the registry alone npm asks for nothing that is only needed to build.
 */
export function commandFor(root: string): string {
  const place = dirname(root);
  const wanted = `libsql@${wantedVersion(root)}`;
  if (basename(place) !== 'node_modules') return `"npm install" in ${root}.`;
  const above = dirname(place);
  if (existsSync(join(above, 'package.json'))) {
    return `"npm install --no-save --prefix '${above}' ${wanted}".`;
  }
  const prefix = basename(above) === 'lib' ? dirname(above) : above;
  return `"npm install --global --prefix '${prefix}' ${wanted}".`;
}

function wantedVersion(root: string): string {
  try {
    const manifest = JSON.parse(String(readRegular(join(root, 'package.json'))?.bytes));
    return String(manifest.optionalDependencies.libsql);
  } catch {
    return 'latest';
  }
}
