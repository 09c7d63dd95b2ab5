import { resolve } from 'node:path';
import type { Root } from '../../app/records/walk.ts';
import { Fault } from '../../core/errors.ts';
import { recordStores, storesOf } from '../../hosts/record-registry.ts';
import type { Machine, RecordStore } from '../../hosts/record-store.ts';

const units: Record<string, number> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** A moment in milliseconds since 1970: an ISO date or time, or so many hours, days or weeks before now ("12h", "7d", "2w"). */
export function sinceMs(text: string, now: number): number {
  const ago = /^(\d{1,6})([hdw])$/.exec(text.trim());
  if (ago !== null) return now - Number(ago[1]) * units[ago[2]!]!;
  const ms = /^\d{4}-\d{2}-\d{2}(?:[T ][\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$/.test(text.trim())
    ? Date.parse(text.trim())
    : Number.NaN;
  if (!Number.isNaN(ms) && isDay(text.trim().slice(0, 10))) return ms;
  throw new Fault('usage', `"${text}" is not a valid time.`, {
    hint: 'Give a date (2026-01-31), a time (2026-01-31T08:00:00Z), or an age: 12h, 7d, 2w.',
  });
}

/** False for a day that no month has: the engine would take it for one of the next. */
function isDay(text: string): boolean {
  return new Date(Date.parse(text)).toISOString().startsWith(text);
}

/** The folder that a person named, whole; undefined where none is named. An empty name would be the folder at hand. */
export function projectFolder(cwd: string, project: string | undefined): string | undefined {
  if (project === undefined) return undefined;
  if (project !== '') return resolve(cwd, project);
  throw new Fault('usage', 'The folder of --project is empty.', {
    hint: 'Name a folder, "." for the current one, or leave it out for all.',
  });
}

/** The stores of the hosts that a person names; all where none is named. */
export function storesFor(hosts: readonly string[]): readonly RecordStore[] {
  if (hosts.length === 0) return recordStores;
  return hosts.flatMap((host) => {
    const stores = storesOf(host);
    if (stores.length > 0) return stores;
    const known = [...new Set(recordStores.map((store) => store.host))].join(', ');
    throw new Fault('usage', `There is no client named "${host}".`, { hint: `Known: ${known}.` });
  });
}

/** Where to look: the paths that a person names, else the usual places of every store. */
export function rootsFor(
  paths: readonly string[],
  stores: readonly RecordStore[],
  cwd: string,
  machine: Machine,
): Root[] {
  if (paths.includes('')) {
    throw new Fault('usage', 'One of the paths is empty.', {
      hint: 'Name a file or a folder, or leave it out: then the usual places are searched.',
    });
  }
  if (paths.length > 0) {
    return paths.map((path) => ({ path: resolve(cwd, path), stores, named: true }));
  }
  return stores.flatMap((store) =>
    store.usualPlaces(machine).map((path) => ({ path, stores: [store], named: false })),
  );
}
