import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inject } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import {
  runUnderWine,
  unixPath,
  type WinePlace,
  type WineResult,
  type WineRun,
  windowsPath,
} from '../../harness/wine.ts';
import { installedProgram } from './setup.ts';

/** Loaded by a program of Node that is started with a hidden console. */
export const preload = windowsPath(`${import.meta.dirname}/../../harness/wine-preload.cjs`);

/** Somebody who uses that machine, with files of their own. Paths are those of Windows. */
export interface User {
  home: string;
  state: string;
  project: string;
  env: Record<string, string>;
  /** Runs the command line in the project. */
  holdfast(...args: string[]): Promise<WineResult>;
  run(run: WineRun): Promise<WineResult>;
  /** What stands in a file, and whether it is there. */
  read(path: string): string;
  bytes(path: string): Buffer;
  has(path: string): boolean;
  write(path: string, text: string): void;
  makeFolder(path: string): void;
  remove(): void;
}

/** The machine of this run. A test without one was skipped before (`machine.ts`). */
export const wine = (): WinePlace => inject('wine')!;

let count = 0;

/** A new user whose name has in it what paths may have, and whose HOME is another folder than the one of Windows. */
export function newUser(name = 'Jörg O’Neil (dev)', over: { state?: string } = {}): User {
  const place = wine();
  count += 1;
  const base = `C:\\Users\\${count}-${process.pid}`;
  const home = `${base}\\${name}`;
  const local = `${home}\\AppData\\Local`;
  const project = `${home}\\source\\my projekt`;
  const env: Record<string, string> = {
    USERPROFILE: home,
    HOME: `${base}\\git-bash-home`,
    LOCALAPPDATA: local,
    APPDATA: `${home}\\AppData\\Roaming`,
    NO_COLOR: '1',
    ...(over.state !== undefined && { HOLDFAST_HOME: over.state }),
  };
  const at = (path: string): string => unixPath(place, path);
  const run = (asked: WineRun): Promise<WineResult> =>
    runUnderWine(place, { cwd: project, ...asked, env: { ...env, ...asked.env } });
  mkdirSync(at(local), { recursive: true });
  mkdirSync(at(project), { recursive: true });
  return {
    home,
    state: over.state ?? `${local}\\holdfast`,
    project,
    env,
    run,
    holdfast: (...args) =>
      run({ program: place.node, args: ['-r', preload, `${installedProgram}\\cli.js`, ...args] }),
    read: (path) => readFileSync(at(path), 'utf8'),
    bytes: (path) => readFileSync(at(path)),
    has: (path) => existsSync(at(path)),
    write(path, text) {
      mkdirSync(dirname(at(path)), { recursive: true });
      writeFileSync(at(path), text);
    },
    makeFolder: (path) => void mkdirSync(at(path), { recursive: true }),
    remove: () => removeFolder(at(base)),
  };
}

/** A registered hook of a settings file. */
export interface Handler {
  command?: string;
  powershell?: string;
  args?: string[];
}

/** The handler of an event in the settings of most clients. */
export function handlerOf(settings: string, event: string): Handler {
  const { hooks } = JSON.parse(settings) as { hooks: Record<string, { hooks: Handler[] }[]> };
  return hooks[event]![0]!.hooks[0]!;
}

/** The record of a compacted session, with the line ends of Windows. */
export const compactedRecord = readFileSync(
  join(import.meta.dirname, '../fixtures/claude-code/records/auto-compaction.jsonl'),
  'utf8',
).replaceAll('\n', '\r\n');

/** A payload as it comes on Windows: CRLF at its end, letters beyond ASCII, a path with backslashes. */
export function payload(user: User, event: string, more: object = {}): string {
  const transcript_path = `${user.home}\\.claude\\projects\\p\\s1.jsonl`;
  const common = { session_id: 's1', transcript_path, cwd: user.project, hook_event_name: event };
  return `${JSON.stringify({ ...common, ...more })}\r\n`;
}
