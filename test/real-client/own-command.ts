import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Sandbox } from '../../harness/sandbox.ts';

const cli = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');

/** Puts the command line where the client's shell finds it; answers with the PATH for that. */
export function withCommand(sandbox: Sandbox): string {
  const bin = join(sandbox.root, 'bin');
  mkdirSync(bin, { recursive: true });
  const path = join(bin, 'holdfast');
  writeFileSync(path, `#!/bin/sh\nexec '${process.execPath}' '${cli}' "$@"\n`);
  chmodSync(path, 0o755);
  // A login shell makes its own PATH.
  writeFileSync(join(sandbox.home, '.profile'), `PATH='${bin}':"$PATH"\n`);
  return [bin, process.env.PATH].join(delimiter);
}
