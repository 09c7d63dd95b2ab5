import type { ConversationItem } from '../conversation.ts';
import { withoutHandoff } from '../handoff/mark.ts';
import { clip } from '../trust/clip.ts';
import { redact } from '../trust/redact.ts';
import { standsForNoWords } from './picture.ts';

const whole = 16_000;
/** Commands to the host itself: they ask nothing of the agent. */
const housekeeping =
  /^\/(?:compact|clear|model|cost|resume|continue|exit|quit|login|logout|help|config|status|context|memory|mcp|permissions|agents|hooks|doctor|usage|fast|plugin|theme|vim|terminal-setup|ide|export|rename|rewind|bug|feedback|release-notes|skills|todos|tasks|add-dir|bashes|statusline|stats|effort|tui|reload-plugins|remote-control)(?:\s|$)/;

/** What a person typed, without secrets and without the text of a handoff, which is none of the person's words; of a very long text its head and its tail. Undefined when no person typed it. */
export function saidByPerson(item: ConversationItem): string | undefined {
  if (item.type !== 'user' || item.origin === 'injected' || item.origin === 'program')
    return undefined;
  const text = withoutHandoff(item.text.replace(/\r\n?/g, '\n').trim());
  if (text === '') return undefined;
  const wordless = standsForNoWords(text);
  if (wordless !== undefined) return wordless;
  if (housekeeping.test(text) || (item.origin === 'command' && !/\s/.test(text))) return undefined;
  if (text.length <= whole) return redact(text);
  const tail = text.slice(text.length - 6000).replace(/^[\udc00-\udfff]/, '');
  return redact(`${clip(text, 10_000)}\n[…]\n${tail}`);
}
