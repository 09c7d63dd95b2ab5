import type { ConversationItem } from '../../core/conversation.ts';
import type { HostEvent } from '../../core/event.ts';
import { ownBudget } from '../../core/own-compaction/budget.ts';
import { composeCompaction, type Doubt } from '../../core/own-compaction/compose.ts';
import { isThrash, rapidCount } from '../../core/recovery/arm.ts';
import { sentText } from '../../core/recovery/sent-text.ts';
import { compactionsOf, lastRecovery } from '../../core/recovery/session-state.ts';
import { deliveryMark, recoveryId } from '../../core/recovery/token.ts';
import { isLeft, type Left } from '../../core/rewind/left.ts';
import { handleText, recordKey } from '../../core/search/handle.ts';
import { redact } from '../../core/trust/redact.ts';
import { makeBrief } from '../hook/brief.ts';
import { contextOf, type HookContext, type HookDeps } from '../hook/context.ts';
import { add, newDraft } from '../hook/draft.ts';
import { gatherSource } from '../hook/source.ts';

/** What of a record the text stands in for. */
export interface OwnWish {
  /** The model's window in tokens, where the host tells it. */
  windowTokens?: number;
  /** Ids of the rows that are a part of the conversation, in order, up to the tail that stays; absent: all of them. */
  rows?: readonly string[];
  /** Id of the first row of the tail that stays; a row that is not in the record hides nothing. */
  before?: string;
  /** Of `rows`, those that must be in the record. */
  needed?: readonly string[];
}

/** Why Holdfast left the compaction to the host. `off`: nobody asked for it. */
export type Refusal =
  | Doubt
  | 'off'
  | 'subagent'
  | 'no-record'
  | 'damaged-record'
  | 'missing-rows'
  | 'close-compactions'
  | 'not-written';

export type Own = { text: string } | { refused: Refusal };

/** Characters kept of each result: only its last line is shown, where it failed. */
const keptOfResults = 600;

/**
 * Composes what stands in for the conversation from the host's own record, whole from its beginning, so that a second
 * compaction loses nothing by the first. The brief in it is written down; it counts as delivered when the record shows it.
 */
export async function composeOwn(deps: HookDeps, event: HostEvent, wish: OwnWish): Promise<Own> {
  if (deps.config.compaction !== 'replace') return { refused: 'off' };
  if (event.agentId !== undefined) return { refused: 'subagent' };
  const context = contextOf(deps, event);
  const source = await gatherSource(context);
  if (source.record === undefined) return { refused: 'no-record' };
  const last = lastRecovery(context.agent);
  const calls = source.snapshot.summary.calls - (last?.calls ?? 0);
  const before = last?.by === 'handoff' ? undefined : last;
  if (isThrash(rapidCount(before, calls, context.nowMs))) return { refused: 'close-compactions' };
  const items = readItems(context, source.record, wish);
  if (!Array.isArray(items)) return items;
  const number = context.agent.recoveries.length + 1;
  const id = recoveryId(deps.host.id, event.sessionId, undefined, number);
  const made = makeBrief(context, source, {
    id,
    number: Math.max(
      compactionsOf(context.agent).length + 1,
      source.snapshot.summary.boundaries.length + 1,
    ),
    trigger: event.type === 'compaction.starting' ? event.trigger : 'unknown',
    stub: false,
  });
  const brief = redact(made.text, deps.patterns);
  const key = recordKey(deps.host.id, event.sessionId, source.record);
  const composed = composeCompaction({
    items,
    brief,
    budget: ownBudget(wish.windowTokens ?? lastSize(items)),
    handle: (offset) => handleText({ record: key, offset }),
    recall: `${deps.program} recall --get`,
    patterns: deps.patterns,
  });
  if ('doubt' in composed) return { refused: composed.doubt };
  const written = deps.store.locked(() => {
    const draft = newDraft(contextOf(deps, event));
    add(draft, {
      kind: 'composed',
      of: id,
      length: composed.text.length,
      text: brief,
      sent: sentText(brief, deliveryMark(id)),
      files: made.files,
      missing: made.missing,
      inlined: made.inlined,
    });
    return deps.store.append(draft.entries);
  });
  return written ? composed : { refused: 'not-written' };
}

/** Tokens of the context as the record has it last: where the host tells no window, at least that many go into it. */
function lastSize(items: readonly ConversationItem[]): number | undefined {
  const last = items.findLast((item) => item.type === 'usage');
  return last?.type === 'usage' ? last.contextTokens : undefined;
}

/** The items of those rows; a refusal where the record does not hold what it should. */
function readItems(
  { host, records }: HookContext,
  path: string,
  { rows, needed = [], before }: OwnWish,
): ConversationItem[] | { refused: Refusal } {
  const wanted = rows && new Set(rows);
  const seen = new Set<string>();
  const items: ConversationItem[] = [];
  let left: Left = [];
  const read = records(path, host.reader({ keep: keptOfResults }), undefined, (item) => {
    if (item.type === 'rewind') left = item.left;
    if (item.id !== undefined) seen.add(item.id);
    if (before !== undefined && seen.has(before) && item.type !== 'usage') return;
    if (wanted === undefined || (item.id !== undefined && wanted.has(item.id))) items.push(item);
  });
  if (read === undefined) return { refused: 'no-record' };
  if (read.damaged > 0) return { refused: 'damaged-record' };
  if (!needed.every((id) => seen.has(id))) return { refused: 'missing-rows' };
  return items.filter((item) => !isLeft(left, item.at.offset));
}
