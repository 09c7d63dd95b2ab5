import { fingerprint } from '../../core/hash.ts';
import type { RunSharing } from './ports.ts';

/** An open run of this machine; with `log` where others may continue it. */
export interface OwnRun {
  id: string;
  log?: string;
}

export interface RunExchangeDeps {
  sharing: RunSharing;
  own(): OwnRun[];
  /** Another machine goes on with a run that was worked on here. */
  moved(id: string, machine: string): void;
}

/** What was sent of each run, by its id. */
export type ToldRuns = Record<string, string>;

/**
 * Sends the logs of runs that changed, and learns which runs another machine took over. Returns what has been sent by now, and the runs
 * that passed on.
 */
export async function exchangeRuns(
  { sharing, own, moved }: RunExchangeDeps,
  before: ToldRuns = {},
): Promise<{ told: ToldRuns; passed: { id: string; machine: string }[] }> {
  const runs = own();
  if (runs.length === 0 && Object.keys(before).length === 0) return { told: {}, passed: [] };
  const elsewhere = await sharing.elsewhere(runs.map(({ id }) => id));
  const passed = [...elsewhere].map(([id, machine]) => ({ id, machine }));
  for (const { id, machine } of passed) moved(id, machine);
  const shared = runs.flatMap(({ id, log }) =>
    log === undefined || elsewhere.has(id) ? [] : [{ id, log, hash: fingerprint(log) }],
  );
  await sharing.tell(
    shared.filter(({ id, hash }) => before[id] !== hash),
    shared.map(({ id }) => id),
  );
  return { told: Object.fromEntries(shared.map(({ id, hash }) => [id, hash])), passed };
}
