import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Sandbox } from '../harness/sandbox.ts';

const cli = join(import.meta.dirname, '..', 'dist', 'cli.js');

/** Installs Holdfast into the sandbox by its own command line, as a person would. */
export function installHoldfast(sandbox: Sandbox): void {
  holdfast(sandbox, 'init', '--host', 'claude-code', '--scope', 'project', '--yes');
  holdfast(sandbox, 'task', 'set', 'PLAN.md');
}

/** The receipt of the session's compaction, as `holdfast show` prints it. */
export function receiptOf(sandbox: Sandbox, sessionId: string): string[] {
  return holdfast(sandbox, 'show', sessionId).trimEnd().split('\n');
}

/** Runs the command line in the project with a home of its own. Returns what it printed. */
export function holdfast(sandbox: Sandbox, ...args: string[]): string {
  const ran = spawnSync(process.execPath, [cli, ...args], {
    cwd: sandbox.project,
    env: {
      PATH: process.env.PATH,
      HOME: sandbox.home,
      HOLDFAST_HOME: sandbox.holdfastHome,
      LANG: 'C.UTF-8',
    },
    encoding: 'utf8',
  });
  if (ran.status !== 0) {
    throw new Error(
      `holdfast ${args.join(' ')} ended with ${ran.status}: ${ran.stderr}${ran.stdout}`,
    );
  }
  return ran.stdout;
}
