import type { HostEvent } from '../../core/event.ts';
import { handoffIn } from '../../core/handoff/mark.ts';
import type { HandoffRecord } from '../../core/handoff/record.ts';
import { fingerprint } from '../../core/hash.ts';
import type { EntryBody } from '../../core/recovery/entry.ts';
import { isOpen } from '../../core/recovery/recovery.ts';
import { sentText } from '../../core/recovery/sent-text.ts';
import { agentState, applyEntry, lastRecovery } from '../../core/recovery/session-state.ts';
import { deliveryMark } from '../../core/recovery/token.ts';
import type { SessionRole } from '../../core/role/role.ts';
import { type FoldState, isFoldState, newFold, snapshotOf } from '../../core/snapshot/fold.ts';
import type { Snapshot } from '../../core/snapshot/snapshot.ts';
import { newTable } from '../../core/snapshot/table.ts';
import { contextOf, type HookDeps } from '../hook/context.ts';
import { keepRules } from '../hook/guard-rules.ts';
import { reasonsNow } from '../hook/watch-reasons.ts';

type Prompt = HostEvent & { type: 'prompt.submitted' };

/**
 * Makes a session continue the work that a handoff's text in its prompt names: the first session that shows the text takes the
 * handoff, with the facts, role, ticket and step of the session before, and must read the same files before it changes anything.
 */
export function takeHandoff(deps: HookDeps, event: Prompt): void {
  const id = handoffIn(event.prompt);
  const record = id === undefined ? undefined : deps.handoffs?.().read(id);
  if (record === undefined) return;
  const here = { host: deps.host.id, session: event.sessionId };
  const taken = deps.handoffs?.().take(record.id, here);
  if (taken?.host !== here.host || taken.session !== here.session) return;
  const isNew = deps.store.locked(() => bind(deps, event, record));
  if (!isNew) return;
  const { ticket } = record.role ?? {};
  if (ticket !== undefined && record.from !== undefined)
    deps.handoffs?.().passLease(ticket, record.from.session, here.session);
}

/** False where the session had taken the handoff before, or nothing can be written. */
function bind(deps: HookDeps, event: Prompt, record: HandoffRecord): boolean {
  const { state } = deps.store.load();
  const agent = agentState(state, undefined);
  if (agent.handedHere?.some(({ id }) => id === record.id)) return false;
  const { role, step } = record;
  const last = lastRecovery(agent);
  const facts = isFresh(deps) ? factsOf(record) : undefined;
  const bodies: EntryBody[] = [
    ...(isOpen(last) ? [{ kind: 'released', recovery: last.id, why: 'superseded' } as const] : []),
    { kind: 'handed.here', id: record.id, from: record.from, bundle: record.bundle },
    ...(facts === undefined ? [] : [snapshotEntry(facts)]),
    ...(role === undefined || agent.role?.by === 'launch' ? [] : [roleEntry(role)]),
    ...(role?.ticket === undefined ? [] : [{ kind: 'guard', path: role.ticket } as const]),
    ...(step === undefined ? [] : [{ kind: 'workflow', view: step } as const]),
    ...recoveryEntries(record, event.prompt),
  ];
  if (!deps.store.append(bodies.map((body) => ({ body })))) return false;
  const at = deps.clock.now().toISOString();
  for (const body of bodies) applyEntry(state, { v: 1, at, ...body });
  if (facts !== undefined) {
    const snapshot = snapshotOf(facts);
    const plans = snapshot.summary.acceptedPlans.length;
    deps.store.writeFold(undefined, { cursor: {}, state: facts, lastAnswer: -1, plans });
    keepBans(deps, event, snapshot);
  }
  deps.store.watch(reasonsNow(deps, state));
  return true;
}

function keepBans(deps: HookDeps, event: Prompt, snapshot: Snapshot): void {
  if (deps.config.guard !== 'off') keepRules(contextOf(deps, event), snapshot, {});
}

/** True for a session of which nothing is known yet: only its facts can begin with those of another one. */
function isFresh({ store }: HookDeps): boolean {
  const fold = store.readFold(undefined);
  return fold === undefined || !isFoldState(fold.state) || fold.state.calls === 0;
}

/** The facts of the session before, without what holds in its own record only. */
function factsOf({ facts }: HandoffRecord): FoldState | undefined {
  if (!isFoldState(facts)) return undefined;
  const { rewound: _, row: _row, boundaryMs: _time, contextSize: _size, ...state } = facts;
  const { seen, pending } = newFold();
  return { ...state, seen, pending, boundaries: newTable() };
}

function snapshotEntry(state: FoldState): EntryBody {
  return { kind: 'snapshot', hash: fingerprint(JSON.stringify(state)), cursor: {}, state };
}

function roleEntry(role: SessionRole): EntryBody {
  const { worker: _, scratch: _scratch, ...kept } = role;
  return { kind: 'role', ...kept, by: 'before' };
}

/** The recovery by which the files are asked for: it has no compaction, so that its own id stands for the boundary. */
function recoveryEntries(record: HandoffRecord, prompt: string): EntryBody[] {
  const { id, files, missing, questions } = record;
  const mark = deliveryMark(id);
  return [
    {
      kind: 'armed',
      recovery: id,
      by: 'handoff',
      trigger: 'manual',
      tail: id,
      boundary: id,
      midTurn: false,
      task: files.length > 0,
      calls: 0,
      rapid: 0,
      cursor: {},
    },
    {
      kind: 'obligations',
      recovery: id,
      files,
      missing,
      ...(questions.length > 0 ? { questions } : {}),
    },
    {
      kind: 'brief',
      recovery: id,
      via: 'the first prompt',
      text: prompt.slice(Math.max(0, prompt.indexOf(mark) - 1)),
      stub: false,
      inlined: [],
      sent: sentText(prompt, mark),
    },
    { kind: 'warned', recovery: id },
  ];
}
