import type { HostEvent } from '../../core/event.ts';
import {
  afterWriting,
  isMemoryDue,
  type MemoryMoment,
  type MemoryProgress,
  newProgress,
  progressBy,
} from '../../core/memory/progress.ts';
import { renderMemory } from '../../core/memory/render.ts';
import type { MemorySection } from '../../core/memory/template.ts';
import { compactionsOf, lastRecovery } from '../../core/recovery/session-state.ts';
import { type FoldState, isFoldState, newFold, snapshotOf } from '../../core/snapshot/fold.ts';
import { withRuleChoices } from '../../core/snapshot/rule-choices.ts';
import { findRecord } from '../find-record.ts';
import { type FoldStart, foldRecord } from '../fold-record.ts';
import { briefInput } from '../hook/brief.ts';
import { contextOf, type HookDeps } from '../hook/context.ts';
import type { MemoryState, MemoryStore } from './ports.ts';

/** The memory, read up to the present end of the record. */
interface Followed {
  state: MemoryState & { facts: FoldState };
  size: number;
}

/**
 * Reads what is new in the record and, where it is time for it, writes the memory of the session anew. `now`: in any
 * case. Returns the text as it was written; undefined where it was not time, or nothing could be read or written.
 */
export function updateMemory(
  deps: HookDeps,
  event: HostEvent,
  store: MemoryStore,
  template: () => readonly MemorySection[],
  moment: MemoryMoment | 'now',
): string | undefined {
  const followed = follow(deps, event, store);
  if (followed === undefined) return undefined;
  const { state, size } = followed;
  if (moment !== 'now' && !isMemoryDue(state.progress, moment)) {
    store.keepState(state, size);
    return undefined;
  }
  const text = store.write(
    memoryText(deps, event, template(), { facts: state.facts, covers: state.progress.last }),
  );
  if (text === undefined) return undefined;
  store.keepState({ ...state, progress: afterWriting(state.progress) }, size);
  return text;
}

/** The memory of a session as it would be written now, from its record's beginning; nothing is written. */
export function memoryNow(
  deps: HookDeps,
  event: HostEvent,
  template: readonly MemorySection[],
): string | undefined {
  const followed = follow(deps, event, undefined);
  if (followed === undefined) return undefined;
  const { facts, progress } = followed.state;
  return memoryText(deps, event, template, { facts, covers: progress.last });
}

function follow(
  deps: HookDeps,
  event: HostEvent,
  store: Pick<MemoryStore, 'readState'> | undefined,
): Followed | undefined {
  const record = findRecord(deps.files, deps.host, event);
  if (record === undefined) return undefined;
  const usable = (kept: MemoryState | undefined) =>
    kept !== undefined && kept.record === record && isFoldState(kept.facts) ? kept : undefined;
  const kept = usable(store?.readState());
  const progress = kept?.progress ?? newProgress();
  let again = false;
  const begin = (): FoldStart => {
    const found = again ? usable(store?.readState()) : kept;
    again = true;
    return { cursor: found?.cursor, state: (found?.facts as FoldState | undefined) ?? newFold() };
  };
  // Before the reading: what is added meanwhile is looked at once more.
  const size = deps.files.stat(record)?.size ?? 0;
  const reader = () => deps.host.reader();
  const folded = foldRecord(deps.records, record, reader, begin, (item) =>
    progressBy(progress, item),
  );
  if (folded === undefined) return undefined;
  const { read, state: facts } = folded;
  return { state: { record, cursor: read.cursor, progress, facts }, size };
}

function memoryText(
  deps: HookDeps,
  event: HostEvent,
  template: readonly MemorySection[],
  { facts, covers }: { facts: FoldState; covers: MemoryProgress['last'] },
): string {
  const context = contextOf(deps, event);
  const snapshot = withRuleChoices(snapshotOf(facts), context.state.rules ?? {});
  // Git is not asked: it takes longer than all the rest, and says nothing of the session itself.
  const tasks = deps.tasks.find(snapshot, { discover: true });
  const source = { snapshot, tasks, git: undefined, record: undefined };
  const known = briefInput(
    context,
    source,
    { files: [], missing: [] },
    {
      number: Math.max(compactionsOf(context.agent).length, snapshot.summary.boundaries.length),
      trigger: lastRecovery(context.agent)?.trigger ?? 'unknown',
      stored: false,
    },
  );
  return renderMemory(covers === undefined ? { known, template } : { known, template, covers });
}
