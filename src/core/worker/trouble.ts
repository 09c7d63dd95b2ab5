import type { WorkerTrouble } from './event.ts';

/** What an HTTP status of the model's server means; undefined where it tells nothing. */
export function troubleOfStatus(status: unknown): WorkerTrouble | undefined {
  const code = typeof status === 'string' && /^\d{3}$/.test(status) ? Number(status) : status;
  if (typeof code !== 'number') return undefined;
  if (code === 401 || code === 403) return 'credentials';
  if (code === 402 || code === 429) return 'limit';
  if (code === 413) return 'context';
  return code >= 500 && code < 600 ? 'server' : undefined;
}
