import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claudeCodeInstall } from '../src/hosts/claude-code/install.ts';
import { ownLineage } from '../src/platform/lineage.ts';
import { removeFolder } from './remove-folder.ts';

export interface Ran {
  code: number | null;
  out: string;
  err: string;
}

export interface RunPlace {
  cwd: string;
  env: Record<string, string | undefined>;
  input?: string;
}

/** True when these tests were themselves started by an agent, which the commands for persons would notice. */
export function startedByAgent(): boolean {
  const { sessionMarkers, program } = claudeCodeInstall;
  return [...ownLineage()].some(
    ({ variables, words }) =>
      sessionMarkers.some((name) => variables.includes(name)) ||
      words.slice(0, 2).some((word) => word.split('/').at(-1) === program),
  );
}

let byAgent: boolean | undefined;

/**
 * Runs a program to its end as a person would start it. Where an agent started these tests, the program is
 * started by a shell that is gone by then, so that it descends from nothing that belongs to a session.
 */
export function runAsPerson(program: string, args: string[], place: RunPlace): Ran {
  byAgent ??= startedByAgent();
  if (!byAgent) {
    const { status, stdout, stderr } = spawnSync(program, args, {
      ...place,
      encoding: 'utf8',
      input: place.input ?? '',
    });
    return { code: status, out: stdout, err: stderr };
  }
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-person-'));
  const code = openSync(join(folder, 'code'), 'w+');
  try {
    // The inner shell waits until the outer one, its parent, is gone.
    const inner = 'while kill -0 "$0" 2>/dev/null; do :; done; "$@" <&4 4<&-; echo $? >&3';
    const outer = 'exec 4<&0; /usr/bin/setsid /bin/sh -c "$0" $$ "$@" & exit 0';
    const { stdout, stderr } = spawnSync('/bin/sh', ['-c', outer, inner, program, ...args], {
      ...place,
      encoding: 'utf8',
      input: place.input ?? '',
      stdio: ['pipe', 'pipe', 'pipe', code],
    });
    const ended = readFileSync(join(folder, 'code'), 'utf8').trim();
    return { code: ended === '' ? null : Number(ended), out: stdout, err: stderr };
  } finally {
    closeSync(code);
    removeFolder(folder);
  }
}
