import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { namesOf, psOfAll, psTable } from './macos.ts';

/** A process that this one descends from, or that holds the other end of its terminal. */
export interface Kin {
  pid: number;
  /** Program and arguments, as far as they can be told apart. */
  words: string[];
  /** Names of the variables that are set in the environment it was started with; empty where that is not ours to read. */
  variables: string[];
  /** How it is related: it started this one, or reads and writes the terminal that this one sits at. */
  how: 'started' | 'terminal';
}

/** One process as the system tells of it. */
export interface SeenProcess extends Omit<Kin, 'how'> {
  parent: number;
}

/** What is known of the processes of a machine. */
export interface ProcessTable {
  process(pid: number): SeenProcess | undefined;
  /** The processes behind a process's terminal: the leader of its session, and those that hold the other end. */
  behindTerminal(pid: number): number[];
}

/** How far up is looked. */
const mostGenerations = 256;

/**
 * Everything that stands behind a process: those it descends from, those behind the terminal that it sits at, and
 * those that these descend from. What is not ours to read is passed over. On Windows nothing can be told.
 */
export function* lineageOf(pid: number, table: ProcessTable): Generator<Kin> {
  const found = new Set<number>([pid]);
  yield* climb(table.process(pid)?.parent, 'started');
  for (const other of table.behindTerminal(pid)) yield* climb(other, 'terminal');

  function* climb(from: number | undefined, how: Kin['how']): Generator<Kin> {
    let next = from;
    for (let count = 0; next !== undefined && next > 0 && count < mostGenerations; count++) {
      if (found.has(next)) return;
      found.add(next);
      const seen = table.process(next);
      if (seen === undefined) return;
      const { pid: own, words, variables, parent } = seen;
      yield { pid: own, words, variables, how };
      next = parent;
    }
  }
}

/** The lineage of this process, the nearest first. What stands behind the terminal is only looked for when it is asked for. */
export function ownLineage(): Iterable<Kin> {
  if (process.platform === 'win32') return [];
  return lineageOf(process.pid, process.platform === 'linux' ? procTable : psTable(psText()));
}

/**
 * Another process of this machine with everything that stands behind it, itself first; undefined where that cannot be told,
 * which is everywhere but on Linux.
 */
export function lineageOfProcess(pid: number): Iterable<Kin> | undefined {
  const own = process.platform === 'linux' ? procTable.process(pid) : undefined;
  if (own === undefined) return undefined;
  const { words, variables } = own;
  return [{ pid, words, variables, how: 'started' }, ...lineageOf(pid, procTable)];
}

/** True where a process reads from the very terminal that it was started at. Linux alone tells it. */
export function readsOwnTerminal(pid: number): boolean {
  const device = terminalOf(pid);
  if (process.platform !== 'linux' || device === undefined || device === 0) return false;
  const index = (device & 0xff) | ((device >>> 12) & 0xfff00);
  const input = link(`/proc/${pid}/fd/0`) ?? '';
  return isPseudoTerminal(device)
    ? input === `/dev/pts/${index}`
    : /^\/dev\/(?:tty|console)/.test(input);
}

/**
 * False when standard input is a terminal that is not this process's own: one that somebody else sits at, or that was
 * made and given to it without becoming its controlling terminal. True where that cannot be told.
 */
export function sitsAtItsTerminal(stdinDevice: number | undefined): boolean {
  const own = terminalOf(process.pid);
  if (process.platform !== 'linux' || own === undefined || stdinDevice === undefined) return true;
  // Not every system tells its number.
  if (own === 0) return hasTerminal();
  return !isPseudoTerminal(stdinDevice) || own === stdinDevice;
}

function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    return false;
  }
}

/** Linux: what `/proc` tells. */
const procTable: ProcessTable = {
  process(pid) {
    const stat = statFields(pid);
    if (stat === undefined) return undefined;
    return {
      pid,
      parent: Number(stat[1]),
      words: parts(read(`/proc/${pid}/cmdline`)),
      variables: namesOf(parts(read(`/proc/${pid}/environ`))),
    };
  },
  behindTerminal(pid) {
    const leader = Number(statFields(pid)?.[3] ?? 0);
    const device = terminalOf(pid);
    if (device === undefined || !isPseudoTerminal(device)) return [leader];
    const index = (device & 0xff) | ((device >>> 12) & 0xfff00);
    const holders = names('/proc').filter(
      (name) => /^\d+$/.test(name) && holdsTerminal(name, index),
    );
    return [leader, ...holders.map(Number)];
  },
};

/** The fields of `/proc/<pid>/stat` behind the name, which may hold anything: state, parent, group, session, terminal … */
function statFields(pid: number): string[] | undefined {
  const text = read(`/proc/${pid}/stat`);
  return text?.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** Device number of a process's controlling terminal, 0 when it has none. */
function terminalOf(pid: number): number | undefined {
  const field = statFields(pid)?.[4];
  return field === undefined ? undefined : Number(field);
}

function isPseudoTerminal(device: number): boolean {
  return ((device >>> 8) & 0xfff) === 136;
}

/** Other containers have terminals of the same number: only processes that see the same files as we do count. */
function holdsTerminal(pid: string, index: number): boolean {
  const folder = `/proc/${pid}`;
  const masters = names(`${folder}/fd`).filter((fd) =>
    link(`${folder}/fd/${fd}`)?.endsWith('ptmx'),
  );
  return (
    masters.some((fd) =>
      (read(`${folder}/fdinfo/${fd}`) ?? '')
        .split('\n')
        .some((line) => line.startsWith('tty-index:') && line.slice(10).trim() === String(index)),
    ) && link(`${folder}/ns/mnt`) === link('/proc/self/ns/mnt')
  );
}

function psText(): string {
  const ran = spawnSync('/bin/ps', psOfAll, {
    encoding: 'utf8',
    timeout: 5_000,
    maxBuffer: 1 << 26,
  });
  return ran.stdout ?? '';
}

function parts(text: string | undefined): string[] {
  return (text ?? '').split('\0').filter((part) => part !== '');
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined;
  }
}

function link(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

function names(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
