import { fingerprint } from '../hash.ts';
import { limits } from './limits.ts';

/** Ids that were met before, in two generations, so that the memory stays bounded. */
export interface Seen {
  count: number;
  young: Record<string, 1>;
  old: Record<string, 1>;
}

export function newSeen(): Seen {
  return { count: 0, young: {}, old: {} };
}

const keyOf = (id: string): string => `_${fingerprint(id).slice(0, 11)}`;

export function wasMet(seen: Seen, id: string): boolean {
  const key = keyOf(id);
  return seen.young[key] !== undefined || seen.old[key] !== undefined;
}

/** Remembers an id; true when it was there already. */
export function meet(seen: Seen, id: string): boolean {
  if (wasMet(seen, id)) return true;
  if (seen.count >= limits.seenRows) {
    seen.old = seen.young;
    seen.young = {};
    seen.count = 0;
  }
  seen.young[keyOf(id)] = 1;
  seen.count += 1;
  return false;
}
