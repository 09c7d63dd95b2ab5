import { dirname } from 'node:path';
import { atomicWrite } from './atomic-write.ts';
import { makeFolder } from './make-folder.ts';
import { readSmall } from './small-files.ts';

/** Writes a shell program that runs one of ours; nothing where it is there already. Throws a Fault when the disk refuses. */
export function writeProgram(path: string, node: string, script: string): void {
  const text = `#!/bin/sh\nexec ${quoted(node)} ${quoted(script)} "$@"\n`;
  if (readSmall(path) === text) return;
  makeFolder(dirname(path));
  atomicWrite(path, text, 0o700);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
