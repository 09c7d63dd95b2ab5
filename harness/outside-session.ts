import { spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
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

interface Start {
  words: [string, ...string[]];
  /** Where the program's exit code is written to; absent: it is the code of what was started. */
  code?: number;
}

/** What starts a program. `end`: takes the code of what was started, returns that of the program, and tidies up. */
function prepared(
  program: string,
  args: string[],
): Start & { end(status: number | null): number | null } {
  byAgent ??= startedByAgent();
  if (!byAgent) return { words: [program, ...args], end: (status) => status };
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-person-'));
  const code = openSync(join(folder, 'code'), 'w+');
  // The inner shell waits until the outer one, its parent, is gone.
  const inner = 'while kill -0 "$0" 2>/dev/null; do :; done; "$@" <&4 4<&-; echo $? >&3';
  const outer = 'exec 4<&0; /usr/bin/setsid /bin/sh -c "$0" $$ "$@" & exit 0';
  return {
    words: ['/bin/sh', '-c', outer, inner, program, ...args],
    code,
    end() {
      const ended = readFileSync(join(folder, 'code'), 'utf8').trim();
      closeSync(code);
      removeFolder(folder);
      return ended === '' ? null : Number(ended);
    },
  };
}

/**
 * Runs a program to its end as a person would start it. Where an agent started these tests, the program is
 * started by a shell that is gone by then, so that it descends from nothing that belongs to a session.
 */
export function runAsPerson(program: string, args: string[], place: RunPlace): Ran {
  const { words, code, end } = prepared(program, args);
  const [first, ...rest] = words;
  const { status, stdout, stderr } = spawnSync(first, rest, {
    ...place,
    encoding: 'utf8',
    input: place.input ?? '',
    stdio: stdioWith(code),
  });
  return { code: end(status), out: stdout, err: stderr };
}

/** The same for a program that asks something of a server in this process, which goes on meanwhile. */
export async function runAsPersonBeside(
  program: string,
  args: string[],
  { input = '', ...place }: RunPlace,
): Promise<Ran> {
  const { words, code, end } = prepared(program, args);
  const [first, ...rest] = words;
  const child = spawn(first, rest, { ...place, stdio: stdioWith(code) });
  child.stdin!.on('error', () => {}).end(input);
  const [out, err, status] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    new Promise<number | null>((resolve, reject) => {
      child.on('error', reject).on('close', resolve);
    }),
  ]);
  return { code: end(status), out, err };
}

function stdioWith(code: number | undefined): ('pipe' | number)[] {
  return ['pipe', 'pipe', 'pipe', ...(code === undefined ? [] : [code])];
}
