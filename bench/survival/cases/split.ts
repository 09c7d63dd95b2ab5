import { createHash } from 'node:crypto';
import type { BenchSession } from './session.ts';

/**
 * Which part of the sample a session belongs to: `dev` for tuning (the spotter sessions, pi, and every fifth of the others by
 * the hash of its name), `held-out` for the rest. The hash knows nothing of the content, so the split cannot be chosen.
 */
export function splitOf(session: BenchSession): 'dev' | 'held-out' {
  if (session.host === 'pi' || session.name.includes('marot_spotter')) return 'dev';
  const digest = createHash('sha256').update(session.name).digest();
  return digest.readUInt32BE(0) % 5 === 0 ? 'dev' : 'held-out';
}
