import { Fault } from '../../core/errors.ts';
import type { Generations, Processes } from './ports.ts';

/** What waiting for another writer needs of the machine. */
export interface ExclusiveDeps {
  processes: Processes;
  /** The number of this process. */
  pid: number;
  /** Waits without doing anything, in milliseconds. */
  pause(ms: number): void;
}

/**
 * Runs work while no other process of ours does the same, and never beside another: who cannot have it in time gets a
 * Fault instead. A process that died holds nothing, however young its claim is.
 */
export function exclusively<T>(
  deps: ExclusiveDeps,
  chain: Generations,
  what: string,
  work: () => T,
  waitMs = 5_000,
): T {
  const mine = JSON.stringify({ pid: deps.pid, identity: deps.processes.identity(deps.pid) });
  let waited = 0;
  let held: number | undefined;
  for (let pauseMs = 1; held === undefined; pauseMs = Math.min(pauseMs * 2, 20)) {
    const { generation, text } = chain.read();
    if (!isHeld(deps, text) && chain.replace(generation, mine)) held = generation + 1;
    else if (waited >= waitMs) throw busy(what);
    else {
      deps.pause(pauseMs);
      waited += pauseMs;
    }
  }
  try {
    return work();
  } finally {
    chain.replace(held, '{}');
  }
}

function isHeld(deps: ExclusiveDeps, text: string | undefined): boolean {
  if (text === undefined) return false;
  try {
    const { pid, identity } = JSON.parse(text) as { pid?: number; identity?: string };
    const now = pid === undefined ? undefined : deps.processes.identity(pid);
    return now !== undefined && now === identity;
  } catch {
    // On a disk without hard links the text may not be there yet.
    return text === '';
  }
}

function busy(what: string): Fault {
  return new Fault('refused', `Another process has been writing ${what} for five seconds.`, {
    hint: 'Nothing was changed. Run this again.',
  });
}
