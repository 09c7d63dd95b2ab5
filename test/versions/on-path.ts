import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FetchedClient } from '../../harness/fetch-client.ts';
import type { Sandbox } from '../../harness/sandbox.ts';

/** The client under its usual name in a folder of its own, as `init` finds it on PATH. */
export function onPath(sandbox: Sandbox, name: string, client: FetchedClient): string {
  const path = join(sandbox.root, 'bin', name);
  mkdirSync(dirname(path), { recursive: true });
  const command = client.node === undefined ? [client.path] : [client.node, client.path];
  writeFileSync(path, `#!/bin/sh\nexec ${command.map((word) => `'${word}'`).join(' ')} "$@"\n`);
  chmodSync(path, 0o755);
  return path;
}
