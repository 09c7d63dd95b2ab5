import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startWine, unixPath, type WinePlace } from '../../harness/wine.ts';

/** Where the built program lies on that machine: a path with blanks and letters beyond ASCII. */
export const installedProgram = 'C:\\Program Files\\Häuser & Söhne\\holdfast\\dist';

declare module 'vitest' {
  interface ProvidedContext {
    wine: WinePlace;
  }
}

/** One machine for all tests of Windows; each test has a user of its own on it. */
export default async function setup(project: TestProject): Promise<() => void> {
  const { stop, ...place } = await startWine((line) => console.error(line));
  const built = join(import.meta.dirname, '..', '..', 'dist');
  // Compiled code of the tests' own Node is of no use there.
  cpSync(built, unixPath(place, installedProgram), {
    recursive: true,
    filter: (path) => !/\.cache(?:\.|$)|\.tmp$/.test(path),
  });
  cpSync(
    join(built, '..', 'package.json'),
    unixPath(place, `${installedProgram}\\..\\package.json`),
  );
  project.provide('wine', place);
  return stop;
}
