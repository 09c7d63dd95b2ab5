import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import type { HostInstall } from '../../src/core/install/host-install.ts';

/** What a registered command came to; `seen`: the payload that the launcher was given, where it was started. */
export interface Played {
  stdout: string;
  stderr: string;
  status: number | null;
  seen: string | undefined;
}

/**
 * The commands that a host registers, with a launcher of the test in a state folder whose name has a blank and a quote. To be
 * called once in a test file; each test gets a folder of its own.
 */
export function playedCommands(install: HostInstall) {
  let state = '';
  beforeEach(() => {
    state = mkdtempSync(join(tmpdir(), "holdfast test '"));
    mkdirSync(join(state, 'bin'));
    writeFileSync(
      join(state, 'bin', 'hook'),
      `#!/bin/sh\ncat > "\${0%/bin/hook}/seen"\necho "ran $*"\n`,
    );
    chmodSync(join(state, 'bin', 'hook'), 0o755);
  });
  afterEach(() => removeFolder(state));

  return {
    /** A path in the state folder. */
    inState: (...names: string[]) => join(state, ...names),

    /** Runs the registered command of an event as the client does. */
    play(event: string, payload: unknown, env: Record<string, string> = {}): Played {
      const { text } = install.register('', 's', { form: 'fixed', stateFolder: state });
      const { command } = JSON.parse(text).hooks[event][0].hooks[0];
      const input = typeof payload === 'string' ? payload : JSON.stringify(payload);
      const place = { env: { PATH: process.env.PATH, ...env }, input, encoding: 'utf8' } as const;
      const { stdout, stderr, status } = spawnSync('sh', ['-c', command], place);
      const seen = join(state, 'seen');
      return {
        stdout,
        stderr,
        status,
        seen: existsSync(seen) ? readFileSync(seen, 'utf8') : undefined,
      };
    },
  };
}
