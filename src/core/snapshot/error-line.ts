import type { ConversationItem } from '../conversation.ts';
import { redact } from '../trust/redact.ts';
import { untrusted } from '../trust/untrusted.ts';
import { succeeded } from './family.ts';
import { lengths } from './limits.ts';

const telling =
  /\b(?:error|errors|fail(?:ed|ure|s)?|fatal|panic|exception|cannot|can't|could not|couldn't|not found|no such|undefined|unknown|denied|refused|invalid|unexpected|missing|conflict|rejected|timed? ?out|traceback)\b/;
const empty = /^(?:Exit code \d+|\s*|[-=_*~^\s]+|.{0,2})$/;

/** True when a call surely did what it should. Behind a filter the exit code tells nothing, so the output must not tell of trouble. */
export function wentWell(
  item: ConversationItem & { type: 'result' },
  key: { piped: boolean },
): boolean {
  return (
    succeeded(item) && !(key.piped && telling.test(item.result.text.slice(-2000).toLowerCase()))
  );
}

/** The line of a failed call's output that says most, harmless and short; empty when there is none. */
export function errorLine(text: string): string {
  const lines = text.slice(-4000).split('\n');
  let last = '';
  let best = '';
  for (const line of lines) {
    if (line.length > 2000 || empty.test(line)) continue;
    last = line;
    // The first telling line of most tools is the cause, what follows are its consequences.
    if (best === '' && telling.test(line.toLowerCase())) best = line;
  }
  return untrusted(redact((best || last).replace(/^\s*<[\w-]{1,40}>\s*/, '')), lengths.errorLine);
}
