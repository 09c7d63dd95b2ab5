import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** Environment variables, as far as they are looked at. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Where Holdfast keeps what. Every path is absolute. */
export interface StatePaths {
  home: string;
  launcher: string;
  runtimes: string;
  sessions: string;
  watch: string;
  trust: string;
  /** Tasks that were set for projects, or last known of sessions. */
  tasks: string;
  backups: string;
  /** What init did, for uninstall. */
  installs: string;
  /** Faults of hooks, one JSON object a line. */
  faults: string;
  /** Small files in which the launcher says why it could not start. */
  notes: string;
}

/** The home folder of this user: what the environment says, else what the system knows. */
export function homeFolder(env: Environment): string {
  return env.HOME || homedir();
}

/**
 * The state folder: HOLDFAST_HOME, else `holdfast` in the platform's place for application state. The
 * registered shell commands make the same choice by the same variables, so this never asks which
 * platform it runs on: LOCALAPPDATA is what makes Windows different.
 */
export function stateFolder(env: Environment): string {
  if (env.HOLDFAST_HOME) return resolve(env.HOLDFAST_HOME);
  const base = env.LOCALAPPDATA || env.XDG_STATE_HOME || join(homeFolder(env), '.local', 'state');
  return resolve(base, 'holdfast');
}

export function statePaths(home: string): StatePaths {
  return {
    home,
    launcher: join(home, 'bin', 'hook'),
    runtimes: join(home, 'runtime'),
    sessions: join(home, 'sessions'),
    watch: join(home, 'watch'),
    trust: join(home, 'trust'),
    tasks: join(home, 'tasks'),
    backups: join(home, 'backups'),
    installs: join(home, 'installs.json'),
    faults: join(home, 'faults.ndjson'),
    notes: join(home, 'notes'),
  };
}

/** The person's own settings of Holdfast. */
export function userConfigFile(env: Environment): string {
  return join(env.XDG_CONFIG_HOME || join(homeFolder(env), '.config'), 'holdfast', 'config.json');
}
