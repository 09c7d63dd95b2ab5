import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { runAsPerson } from './outside-session.ts';
import { type Row, readRows } from './record.ts';
import type { Sandbox } from './sandbox.ts';

const cli = join(import.meta.dirname, '..', 'dist', 'cli.js');

/** Installs Holdfast by its own command line, as a person would; into the sandbox's project unless another scope is named. */
export function installHoldfast(
  sandbox: Sandbox,
  scope: 'user' | 'project' = 'project',
  host = 'claude-code',
): void {
  holdfast(sandbox, 'init', '--host', host, '--scope', scope, '--yes');
}

/** Runs the command line in the project with a home of its own. Returns what it printed; throws when it fails. */
export function holdfast(sandbox: Sandbox, ...args: string[]): string {
  return holdfastBeside(sandbox, undefined, ...args);
}

/** The same where a program lies on PATH, such as the client. */
export function holdfastBeside(
  sandbox: Sandbox,
  program: string | undefined,
  ...args: string[]
): string {
  const { code, out, err } = runAsPerson(process.execPath, [cli, ...args], {
    cwd: sandbox.project,
    env: {
      PATH: [...(program ? [dirname(program)] : []), process.env.PATH].join(delimiter),
      HOME: sandbox.home,
      HOLDFAST_HOME: sandbox.holdfastHome,
      LANG: 'C.UTF-8',
    },
  });
  if (code !== 0) throw new Error(`holdfast ${args.join(' ')} ended with ${code}: ${err}${out}`);
  return out;
}

/** The journal of a session; a subagent's is its own. */
export function journalOf(sandbox: Sandbox, sessionId: string, host = 'claude-code'): Row[] {
  const folder = join(sandbox.holdfastHome, 'sessions', host, sessionId);
  return readRows(join(folder, 'journal.ndjson'));
}

/** What Holdfast knows of a session and of its own faults, for the message of a test that failed. */
export function diagnosisOf(sandbox: Sandbox, sessionId: string, host?: string): string {
  const journal = journalOf(sandbox, sessionId, host).map((entry) => `${entry.at} ${entry.kind}`);
  const files = existsSync(sandbox.holdfastHome)
    ? readdirSync(sandbox.holdfastHome, { recursive: true, encoding: 'utf8' }).sort()
    : [];
  const notes = files
    .filter((name) => /(^|\/)(notes\/|.*fault)/.test(name))
    .map((name) => join(sandbox.holdfastHome, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => `${path}: ${readFileSync(path, 'utf8').slice(0, 2000)}`);
  return [...journal, ...notes, `state: ${files.join(' ')}`].join('\n');
}
