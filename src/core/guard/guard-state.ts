import type { StoredCursor } from '../recovery/entry.ts';
import type { Ban } from './bans.ts';

/** What the guard decides by, kept beside the journal, so that a tool call need read nothing else. */
export interface GuardState {
  v: 1;
  bans: Ban[];
  /** How far the host's record was read. */
  cursor?: StoredCursor;
  /** A fingerprint of the facts that the rules were made of. */
  of?: string;
  /** What the agent's newest text up to there asks; absent where it asks nothing. */
  asked?: string;
  /** Messages that were taken in before the record showed them, by their fingerprints. */
  heard?: string[];
}

/** Undefined for a text that is none; what is not understood counts for nothing, since the next compaction makes it anew. */
export function readGuardState(text: string | undefined): GuardState | undefined {
  if (text === undefined) return undefined;
  try {
    const value = JSON.parse(text) as GuardState | null;
    const known = value?.v === 1 && Array.isArray(value.bans) && value.bans.every(isBan);
    return known ? value : undefined;
  } catch {
    return undefined;
  }
}

function isBan(value: unknown): boolean {
  const { id, quote, why, deeds, permits } = (value ?? {}) as Partial<Ban>;
  return (
    [id, quote, why].every((one) => typeof one === 'string') &&
    Array.isArray(deeds) &&
    Array.isArray(permits)
  );
}
