import type { Config } from '../../core/config/defaults.ts';
import type { Heard } from '../../core/recovery/missed.ts';
import type { TestedRange } from '../hosts/tested-range.ts';
import type { InstallContext } from '../install/context.ts';
import type { UnheardSession } from '../sessions/unheard.ts';
import type { RunShell } from './shell.ts';

/** One thing that doctor looked at. */
export interface Finding {
  /** What was looked at, the same for every outcome. */
  check: string;
  /** `note`: worth knowing, nothing to fix. */
  state: 'ok' | 'note' | 'off';
  /** What was found, as one sentence. */
  message: string;
  /** How to fix it. */
  fix?: string;
}

/** What the checks work with. */
export interface DoctorContext {
  install: InstallContext;
  paths: {
    home: string;
    launcher: string;
    runtimes: string;
    sessions: string;
    watch: string;
    faults: string;
    notes: string;
    trust: string;
    cleared: string;
    installs: string;
  };
  userConfig: string;
  /** The system, as Node names it. */
  platform: string;
  run: RunShell;
  /** Versions of each host's client that were tested, by the host's id. */
  tested: Readonly<Record<string, TestedRange>>;
  config: Config;
  /** Where the daemon answers; undefined where none does. */
  daemonUrl(): Promise<string | undefined>;
  /** How a session's record stands to what was heard; undefined where it cannot be read. */
  heard(session: { host: string; name: string }): Heard | undefined;
  /** Sessions of a host that began since then and of which nothing arrived; `anywhere`: not only those of this project. */
  unheard(wish: { host: string; sinceMs: number; anywhere: boolean }): UnheardSession[];
  /** What the search needs and does not have; absent: it has all of it. */
  search?: { message: string; hint: string } | undefined;
  /** An id that no session has. */
  sessionId: string;
}

export function ok(check: string, message: string): Finding {
  return { check, state: 'ok', message };
}

export function note(check: string, message: string, fix?: string): Finding {
  return { check, state: 'note', message, ...(fix === undefined ? {} : { fix }) };
}

export function off(check: string, message: string, fix: string): Finding {
  return { check, state: 'off', message, fix };
}
