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

/**
 * What the words of a failure mean, for clients that pass a provider's words on without a code: that the conversation does not
 * fit. Undefined where they tell nothing.
 */
export function troubleOfWords(text: string): WorkerTrouble | undefined {
  return fullContext.test(text) ? 'context' : undefined;
}

const fullContext =
  /context_length_exceeded|maximum context length|prompt is too long|input token count exceeds/i;
