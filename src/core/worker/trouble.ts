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
 * What the words of a failure mean, for clients that pass a provider's words on without a code, or say themselves what is missing.
 * Undefined where they tell nothing.
 */
export function troubleOfWords(text: string): WorkerTrouble | undefined {
  if (fullContext.test(text)) return 'context';
  if (credentials.test(text)) return 'credentials';
  return setup.test(text) ? 'setup' : undefined;
}

const fullContext =
  /context_length_exceeded|maximum context length|prompt is too long|input token count exceeds/i;
const credentials =
  /not logged in|please (?:run \/?login|log ?in|sign in)|(?:invalid|missing|no|incorrect) api key|api key (?:is )?(?:missing|invalid|required|not (?:found|set|valid|provided))|authentication (?:failed|required|error)|\bunauthori[sz]ed\b|login required|run [`"']?\S+ (?:auth )?login/i;
const setup =
  /issue with the selected model|(?:invalid|unknown|unsupported) model\b|\bmodel\b.{0,80}(?:does not exist|not found|not available|is not supported)|credit balance is too low|(?:organization|account)\b.{0,40}(?:disabled|suspended)|(?:unknown|unrecognized|unexpected) (?:option|argument)/i;
