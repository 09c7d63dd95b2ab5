import type { WorkerTrouble } from './event.ts';

/** What an HTTP status of the model's server means; undefined where it tells nothing. */
export function troubleOfStatus(status: unknown): WorkerTrouble | undefined {
  const code = typeof status === 'string' && /^\d{3}$/.test(status) ? Number(status) : status;
  if (typeof code !== 'number') return undefined;
  if (code === 401 || code === 403) return 'credentials';
  if (code === 402) return 'setup';
  if (code === 429) return 'limit';
  if (code === 413) return 'context';
  return code >= 500 && code < 600 ? 'server' : undefined;
}

/** True where the words of a failure tell that the account has no means left, whatever status came with them. */
export function isOutOfMeans(text: string): boolean {
  return account.test(text);
}

/**
 * What the words of a failure mean, for clients that pass a provider's words on without a code, or say themselves what is missing.
 * Undefined where they tell nothing.
 */
export function troubleOfWords(text: string): WorkerTrouble | undefined {
  if (fullContext.test(text)) return 'context';
  if (isOutOfMeans(text)) return 'setup';
  if (credentials.test(text) || expired.test(text)) return 'credentials';
  return setup.test(text) ? 'setup' : undefined;
}

/** No money and no quota, told with the status of a limit that passes by itself. */
const account =
  /insufficient_quota|exceeded your current quota, please check your plan|credit balance is too low|billing_(?:hard_limit|not_active)|billing (?:hard )?limit has been reached|insufficient (?:credits?|balance|funds)|payment required/i;
const fullContext =
  /context_length_exceeded|maximum context length|prompt is too long|input token count exceeds/i;
const credentials =
  /not logged in|please (?:run \/?login|log ?in|sign in)|(?:invalid|missing|no|incorrect) api key|api key (?:is )?(?:missing|invalid|required|not (?:found|set|valid|provided))|authentication (?:failed|required|error)|\bunauthori[sz]ed\b|login required|run [`"']?\S+ (?:auth )?login/i;
const expired =
  /\b(?:oauth|access|refresh|auth|session) token (?:has expired|has been revoked|is expired|is invalid|expired|revoked|could not be refreshed|was already used)|\b(?:login|session|credentials) (?:has|have) expired|no auth type is selected|set an auth method/i;
const setup =
  /Provider(?:ModelNotFound|Init)Error|model_not_found|issue with the selected model|(?:invalid|unknown|unsupported) model\b|\bmodel\b.{0,80}(?:does not exist|not found|not available|is not supported)|credit balance is too low|(?:organization|account)\b.{0,40}(?:disabled|suspended)|(?:unknown|unrecognized|unexpected) (?:option|argument)/i;
