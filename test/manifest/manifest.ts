import mapped from './manifest.json' with { type: 'json' };

/**
 * Each id of a case or a demand with the tests whose titles carry it, as `file > title`. Written by
 * `node scripts/update-manifest.mjs`.
 */
export const manifest: Record<string, string[]> = mapped;

/** Why an id, or a named part of it, has no test yet. One that has tests too says which part it is about. */
export type Deviations = Record<string, string>;
