import { redact } from './redact.ts';
import { withoutEscapes } from './untrusted.ts';

/**
 * Text as it may stand in a file of the user, such as a ticket: without secrets, terminal escapes and control characters. Secrets
 * are looked for before and after, since an escape can be the border of one or stand within it.
 */
export function fileText(text: string, patterns: readonly RegExp[] = []): string {
  return redact(withoutEscapes(redact(text, patterns)), patterns);
}
