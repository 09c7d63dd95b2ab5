import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { Fault } from '../core/errors.ts';

/** Environment variables, as far as they are looked at. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Where Holdfast keeps what. Every path is absolute. */
export interface StatePaths {
  home: string;
  launcher: string;
  /** What hosts start as our MCP server. */
  serverLauncher: string;
  /** The script that a client's status line runs. */
  statusLine: string;
  runtimes: string;
  sessions: string;
  watch: string;
  /** Sessions of which events before a tool call are enough. */
  watchBefore: string;
  /** A file for each session whose prompts and turn ends have nothing to tell. */
  quiet: string;
  quietEnds: string;
  trust: string;
  /** Tasks that were set for projects, or last known of sessions. */
  tasks: string;
  backups: string;
  /** What init did, for uninstall. */
  installs: string;
  /** The derived database of what can be searched. */
  index: string;
  /** What a person had forgotten of hosts' records, one JSON object a line. */
  forgotten: string;
  /** Faults of hooks, one JSON object a line. */
  faults: string;
  /** When a person last cleared what doctor tells of the past. */
  cleared: string;
  /** Small files in which the launcher says why it could not start. */
  notes: string;
}

/**
 * The home folder of this user: what the environment says, else what the system knows. On Windows a HOME is that of Git Bash and
 * its like, and may be another folder than the one in which clients look.
 */
export function homeFolder(env: Environment, platform: string = process.platform): string {
  return (platform === 'win32' ? env.USERPROFILE : env.HOME) || homedir();
}

/**
 * The state folder: HOLDFAST_HOME, else `holdfast` in the platform's place for application state. The
 * registered shell commands make the same choice by the same variables, so this never asks which
 * platform it runs on: LOCALAPPDATA is what makes Windows different. A relative path counts as unset, since it
 * would put state into whatever folder a hook runs in; the shell commands find no launcher there and do nothing.
 */
export function stateFolder(env: Environment): string {
  const own = absolute(env.HOLDFAST_HOME);
  if (own) return resolve(own);
  const base =
    absolute(env.LOCALAPPDATA) ||
    absolute(env.XDG_STATE_HOME) ||
    join(homeFolder(env), '.local', 'state');
  return resolve(base, 'holdfast');
}

const placeNames = ['HOLDFAST_HOME', 'LOCALAPPDATA', 'XDG_STATE_HOME', 'XDG_CONFIG_HOME'] as const;

/** Throws a Fault when a variable names a place by a relative path; a hook takes such a one for unset. */
export function refuseRelativePlaces(env: Environment): void {
  for (const name of placeNames) {
    const value = env[name];
    if (!value || isAbsolute(value)) continue;
    throw new Fault('usage', `${name} is "${value}", which is not an absolute path.`, {
      hint: `Set it to an absolute path, or unset it.`,
    });
  }
}

function absolute(path: string | undefined): string | undefined {
  return path && isAbsolute(path) ? path : undefined;
}

export function statePaths(home: string): StatePaths {
  return {
    home,
    launcher: join(home, 'bin', 'hook'),
    serverLauncher: join(home, 'bin', 'mcp'),
    statusLine: join(home, 'bin', 'status-line'),
    runtimes: join(home, 'runtime'),
    sessions: join(home, 'sessions'),
    watch: join(home, 'watch'),
    watchBefore: join(home, 'watch-before'),
    quiet: join(home, 'quiet'),
    quietEnds: join(home, 'quiet-ends'),
    trust: join(home, 'trust'),
    tasks: join(home, 'tasks'),
    backups: join(home, 'backups'),
    installs: join(home, 'installs.json'),
    index: join(home, 'index.db'),
    forgotten: join(home, 'forgotten.ndjson'),
    faults: join(home, 'faults.ndjson'),
    cleared: join(home, 'cleared'),
    notes: join(home, 'notes'),
  };
}

/** The person's own settings of Holdfast. */
export function userConfigFile(env: Environment): string {
  return join(userConfigFolder(env), 'config.json');
}

/** The person's own form of a summary. */
export function userHandoffFile(env: Environment): string {
  return join(userConfigFolder(env), 'handoff.md');
}

/** The person's own headings of a session's memory. */
export function userMemoryTemplate(env: Environment): string {
  return join(userConfigFolder(env), 'session-memory', 'template.md');
}

/** The person's own workflows. */
export function userWorkflowFolder(env: Environment): string {
  return join(userConfigFolder(env), 'workflows');
}

function userConfigFolder(env: Environment): string {
  const folder = absolute(env.XDG_CONFIG_HOME) || join(homeFolder(env), '.config');
  return join(folder, 'holdfast');
}
