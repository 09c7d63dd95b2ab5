import { fingerprint } from '../../core/hash.ts';
import type { StateStore } from '../task/store.ts';

/** What this machine knows of the shared tickets, below the state folder. */
export interface Mirror {
  /** The text that a ticket had here and there when both were last alike; undefined where they never were. */
  base(id: string): string | undefined;
  /** They are alike now, with this text. */
  agreed(id: string, base: string): void;
  /** The file is about to become `to`, which then is what both agree on. Said before it is written. */
  replacing(id: string, base: string | undefined, to: string): void;
  /** What was about to be written when the process ended; undefined where nothing was. */
  unfinished(id: string): string | undefined;
  forget(id: string): void;
  /** Revisions at the last look, and from where on changes there are asked for. */
  seen(): Seen;
  see(seen: Seen): void;
}

export interface Seen {
  next?: string;
  here: Record<string, string>;
  there: Record<string, string>;
  /** Leases that a worker here kept at the last look: ids with the terms. */
  held: Record<string, string>;
}

interface Kept {
  id: string;
  base?: string;
  to?: string;
}

/** The mirror of a project. `folder`: its place in the state folder. */
export function mirrorIn(state: StateStore, folder: string): Mirror {
  const nameOf = (id: string): string => `${folder}/tickets/${fingerprint(id)}.json`;
  const kept = (id: string): Kept => {
    const found = parsed<Kept>(state.read(nameOf(id)));
    return found?.id === id ? found : { id };
  };
  const keep = (one: Kept): void => state.write(nameOf(one.id), JSON.stringify(one));
  return {
    base: (id) => kept(id).base,
    agreed: (id, base) => keep({ id, base }),
    replacing: (id, base, to) => keep({ id, ...(base !== undefined && { base }), to }),
    unfinished: (id) => kept(id).to,
    forget: (id) => state.remove(nameOf(id)),
    seen: () =>
      parsed<Seen>(state.read(`${folder}/seen.json`)) ?? { here: {}, there: {}, held: {} },
    see: (seen) => state.write(`${folder}/seen.json`, JSON.stringify(seen)),
  };
}

function parsed<T>(text: string | undefined): T | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as T);
  } catch {
    // Without it all is compared, and shared versions count.
    return undefined;
  }
}
