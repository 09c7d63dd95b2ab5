import { chooseFor, passageKey } from '../../core/at-hand/choose.ts';
import { foldedContext } from '../../core/at-hand/news.ts';
import { renderBroughtUp } from '../../core/at-hand/render.ts';
import type { Recovery } from '../../core/recovery/recovery.ts';
import { lastRecovery } from '../../core/recovery/session-state.ts';
import { redact } from '../../core/trust/redact.ts';
import type { KeptPassages, PassageStore } from '../at-hand/ports.ts';
import type { HookContext } from './context.ts';
import { add, agentOf, type Draft } from './draft.ts';

/** What a prompt brings up of what was said before the last compaction. */
export interface BroughtUp {
  /** Of which recovery. */
  recovery: string;
  text: string;
  /** By which it is known that it was brought up. */
  keys: string[];
}

/** Bytes of the record behind the compaction that are looked through; of more nothing is known to be new. */
const mostBehind = 16 * 1024 * 1024;

/** What the words of a prompt bring up; undefined for most. */
export function broughtUpBy(
  context: HookContext,
  prompt: string,
  store: PassageStore,
): BroughtUp | undefined {
  const recovery = lastRecovery(context.agent);
  const index = store.index();
  const kept = store.head();
  if (recovery === undefined || index === undefined || kept === undefined) return undefined;
  const known = new Set(recovery.broughtUp?.flatMap(({ keys }) => keys));
  const asked = redact(prompt, context.patterns);
  const chosen = chooseFor(asked, index, known, () => contextOf(context, recovery, kept));
  if (chosen.length === 0) return undefined;
  const { text, told } = renderBroughtUp(chosen, context.program);
  return text === '' ? undefined : { recovery: recovery.id, text, keys: told.map(passageKey) };
}

/** Everything that the agent has before it since the compaction, the brief included, since the record lags. */
function contextOf(
  context: HookContext,
  { briefs, loss }: Recovery,
  { record, context: from }: KeptPassages,
): string | undefined {
  const behind = textBehind(context, record, from);
  if (behind === undefined) return undefined;
  return foldedContext([behind, ...briefs.map(({ text }) => text), loss?.text ?? '']);
}

function textBehind(context: HookContext, record: string, from: number): string | undefined {
  if (context.host.inDatabase === undefined)
    return context.files.textFrom(record, from, mostBehind);
  const texts: string[] = [];
  const read = context.records(record, context.host.reader(), undefined, (item) => {
    if (item.at.offset >= from) texts.push(JSON.stringify(item));
  });
  return read && texts.join('\n');
}

/** Notes that it is told; nothing where another process told it meanwhile, or the compaction is not the last any more. */
export function tellBroughtUp(draft: Draft, found: BroughtUp): string {
  const recovery = lastRecovery(agentOf(draft));
  if (recovery?.id !== found.recovery) return '';
  const known = new Set(recovery.broughtUp?.flatMap(({ keys }) => keys));
  if (found.keys.some((key) => known.has(key))) return '';
  add(draft, {
    kind: 'brought-up',
    recovery: recovery.id,
    keys: found.keys,
    length: found.text.length,
    via: 'prompt',
  });
  return found.text;
}
