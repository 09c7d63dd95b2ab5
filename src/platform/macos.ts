import type { ProcessTable, SeenProcess } from './lineage.ts';

/*
 * What macOS does otherwise than Linux and we depend on: its `ps`, since there is no `/proc`, and its `launchd`. All of it is text in
 * and text out, so that examples of it are tested everywhere. What holds for paths needs nothing of its own: `landing.ts` asks the system
 * for the true path, so that `/tmp` and `/private/tmp` are one place and a name has the case that the disk knows; names are compared
 * in the composed form of Unicode, whichever form the disk has (`app/task/project-root.ts`, `app/ticket/leases.ts`).
 */

/** Arguments by which `ps` tells of one process its state and when it began. */
export function psOfOne(pid: number): string[] {
  return ['-o', 'stat=,lstart=', '-p', String(pid)];
}

/** When a process began, from what `ps` says; undefined where it has ended, also where nobody waited for it yet. */
export function beganIn(text: string): string | undefined {
  const line = text.trim().split('\n', 1)[0]!;
  const [, state = '', began = ''] = /^(\S+)\s(.*)$/.exec(line) ?? [];
  return state !== '' && !state.startsWith('Z') && began.trim() !== '' ? began.trim() : undefined;
}

/** Arguments by which it tells of all processes, with the environment of those that are the user's. */
export const psOfAll: string[] = ['-axwwE', '-o', 'pid=,ppid=,command='];

/** What that tells, which does not say who holds a terminal. Its lines: pid, parent, command with environment. */
export function psTable(text: string): ProcessTable {
  const all = new Map<number, SeenProcess>();
  for (const line of text.split('\n')) {
    const [, pid, parent, rest = ''] = /^\s*(\d+)\s+(\d+)\s(.*)$/.exec(line) ?? [];
    if (pid === undefined) continue;
    const words = rest.trimStart().split(/\s+/);
    const seen = { pid: Number(pid), parent: Number(parent), words, variables: namesOf(words) };
    all.set(seen.pid, seen);
  }
  return { process: (pid) => all.get(pid), behindTerminal: () => [] };
}

/** Names of the assignments among texts, but for those of nothing. The values are not kept. */
export function namesOf(assignments: readonly string[]): string[] {
  return assignments.flatMap((text) => /^([A-Za-z_]\w*)=./.exec(text)?.[1] ?? []);
}

/** A job of `launchd` for one user: where its file lies, and the arguments of `launchctl` that begin and end it. */
export function launchAgent(
  home: string,
  label: string,
  user: number,
): { file: string; begin: string[]; end: string[] } {
  const file = `${home}/Library/LaunchAgents/${label}.plist`;
  const domain = `gui/${user}`;
  return {
    file,
    begin: ['bootstrap', domain, file],
    end: ['bootout', `${domain}/${label}`],
  };
}
