import { appendFileSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { answersUnderWine, startWine, unixPath, type WinePlace } from '../../harness/wine.ts';

/** Where the built program lies on that machine: a path with blanks and letters beyond ASCII. */
export const installedProgram = 'C:\\Program Files\\Häuser & Söhne\\holdfast\\dist';

declare module 'vitest' {
  interface ProvidedContext {
    /** Null where no machine could be had and the run goes on without (`HOLDFAST_WINDOWS_NOTES`). */
    wine: WinePlace | null;
  }
}

/**
 * One machine for all tests of Windows; each test has a user of its own on it. Where `HOLDFAST_WINDOWS_NOTES` names a file, tests
 * that no machine could be had for are skipped, and the file says why; else they fail.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const notes = process.env.HOLDFAST_WINDOWS_NOTES;
  const { stop, ...place } = await startWine((line) => console.error(line)).catch((error) => {
    if (!notes) throw error;
    appendFileSync(notes, `no-machine ${(error as Error).message.replaceAll('\n', ' ')}\n`);
    return { stop: () => {}, prefix: '', url: '', node: '' };
  });
  if (place.url === '') {
    project.provide('wine', null);
    return async () => {};
  }
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
  return async () => {
    if (notes && !(await answersUnderWine(place))) {
      appendFileSync(notes, 'hung Programs no longer start under Wine.\n');
    }
    stop();
  };
}
