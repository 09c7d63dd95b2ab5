import type { HostEvent } from '../../core/event.ts';
import { handoffIn, withoutHandoff } from '../../core/handoff/mark.ts';
import { sentText } from '../../core/recovery/sent-text.ts';
import { deliveryMark } from '../../core/recovery/token.ts';
import { guardReason } from '../../core/recovery/watch-reason.ts';
import type { Reply } from '../../core/reply.ts';
import { plainAngles } from '../../core/trust/plain-angles.ts';
import { redactDeep } from '../../core/trust/redact.ts';
import { restricts } from '../../core/workflow/allowed.ts';
import { tellMovedOn } from '../handoff/moved-on.ts';
import { takeHandoff } from '../handoff/take.ts';
import { tellMail } from '../role/mail-work.ts';
import { takeRole } from '../role/take-role.ts';
import { toolWork } from '../role/tool-work.ts';
import { claimAll } from './claims.ts';
import { mayBeCleared } from './cleared-look.ts';
import type { HookContext, HookDeps } from './context.ts';
import { contextOf } from './context.ts';
import { decideFinished, tellsNow } from './decide-finished.ts';
import { dispatchedAgain } from './dispatch-again.ts';
import type { Draft } from './draft.ts';
import { add, agentOf, newDraft } from './draft.ts';
import { finishedCalls, noteTold } from './finished-calls.ts';
import { guardCall } from './guard-call.ts';
import { mayBeDenied, mayBeHeld } from './guard-look.ts';
import { hearPrompt } from './guard-rules.ts';
import {
  hasWork,
  isGuarding,
  isQuiet,
  isWatched,
  mayBeGuarded,
  mayChange,
  startsWork,
} from './has-work.ts';
import { takeLoss } from './loss.ts';
import { tellNear } from './near-compaction.ts';
import { nearNow } from './near-now.ts';
import { onBatchFinished } from './on-batch-finished.ts';
import { onCompactionFinished } from './on-compaction-finished.ts';
import { onCompactionStarting } from './on-compaction-starting.ts';
import { onModelRequested } from './on-model-requested.ts';
import { onPrompt } from './on-prompt.ts';
import { onSessionStarted } from './on-session-started.ts';
import { onToolFinished } from './on-tool-finished.ts';
import { onToolRequested } from './on-tool-requested.ts';
import { onTurnEnding } from './on-turn-ending.ts';
import { roleAtEnd } from './role-at-end.ts';
import { holdByStep } from './step-hold.ts';
import { tellWorked, workedBefore } from './tell-worked.ts';
import { tellsRole } from './tells-role.ts';
import { reasonsNow } from './watch-reasons.ts';

type Decide = (draft: Draft) => void;

/**
 * Handles one event: reads what it needs, decides while other processes of the session wait, writes
 * the journal, and answers. What could not be written is not acted on, where acting unrecorded could repeat.
 */
export async function handleEvent(deps: HookDeps, given: HostEvent): Promise<Reply[]> {
  if (isIdleGuard(deps, given)) return [];
  let event = given;
  let context = contextOf(deps, event);
  if (tellsRole(deps, event, context.agent)) {
    takeRole(deps, event);
    context = contextOf(deps, event);
  }
  if (bringsHandoff(event)) {
    event = afterHandoff(deps, event);
    context = contextOf(deps, event);
  }
  const finished = await takeFinished(deps, context, event);
  const handle = await prepare(context, event);
  const decide = finished ? bothOf(finished.decide, handle, event) : handle;
  if (decide === undefined) {
    if (sends.has(event.type)) await sendOut(deps);
    return [];
  }
  // Where another process is about to do the same, the decision is made anew by what that wrote.
  let done = settleOn(deps, event, decide, false);
  for (let more = 3; done === undefined && more > 0; more -= 1) {
    done = settleOn(deps, event, decide, true);
  }
  // Not before: a hook that is killed in between must not have passed over a compaction.
  if (done?.written) {
    context.reading.keep?.();
    finished?.keep();
  }
  if (done?.posted || sends.has(event.type)) await sendOut(deps);
  return done?.replies ?? [];
}

/** True for a prompt of the main session that holds a handoff's text. */
function bringsHandoff(event: HostEvent): event is HostEvent & { type: 'prompt.submitted' } {
  if (event.type !== 'prompt.submitted' || event.agentId !== undefined) return false;
  return handoffIn(event.prompt) !== undefined;
}

/** The event once a handoff in its prompt is taken. What the text of a handoff says is none of the user's own words. */
function afterHandoff(deps: HookDeps, event: HostEvent & { type: 'prompt.submitted' }): HostEvent {
  takeHandoff(deps, event);
  const prompt = withoutHandoff(event.prompt);
  return { ...event, prompt, ...(prompt === '' ? { origin: 'program' as const } : {}) };
}

/**
 * True for a tool event of a session that is heard for the guard alone, where the guard has nothing to say: known by two small
 * files, without the journal.
 */
function isIdleGuard(deps: HookDeps, event: HostEvent): boolean {
  const { type } = event;
  if (type !== 'tool.requested' && type !== 'tool.finished' && type !== 'batch.finished')
    return false;
  // A subagent's compaction is found at its next call, by its own record.
  if (event.agentId !== undefined) return false;
  const reasons = deps.store.watchedFor();
  if (reasons.length !== 1 || reasons[0] !== guardReason) return false;
  return (
    type !== 'tool.requested' ||
    !(
      deps.nearByFile?.() ||
      startsWork(event.call) ||
      mayBeCleared(deps, event) ||
      (mayChange(event.call) && mayBeHeld(deps, event.cwd, event.call)) ||
      workedBefore(deps, event.call) !== undefined
    )
  );
}

/** Decides and writes; undefined when another process is about to do what only one may. */
function settleOn(
  deps: HookDeps,
  event: HostEvent,
  decide: Decide,
  again: boolean,
): { written: boolean; replies: Reply[]; posted?: boolean } | undefined {
  return deps.store.locked(() => {
    const length = deps.store.length();
    const draft = newDraft(contextOf(deps, event));
    noteRecord(draft, event);
    decide(draft);
    const goesOut = (replies: Reply[]): Reply[] => {
      const redacted = redactDeep(replies, deps.patterns);
      return deps.host.capabilities.escapesAngles ? redacted.map(plainAngles) : redacted;
    };
    const harmless = goesOut(draft.replies);
    const all = [...harmless, ...goesOut(draft.guarded)];
    if (draft.entries.length === 0) {
      if (draft.told.length > 0) endDraft(deps, draft);
      return { written: true, replies: all };
    }
    const claims = claimAll(draft, again);
    // The one that had claimed it before may have written just now, and ended.
    const isLate = claims !== undefined && claims.length > 0 && deps.store.length() !== length;
    if (claims === undefined || isLate) {
      for (const claim of claims ?? []) claim.giveUp();
      deps.mail?.giveBack(draft.told);
      return undefined;
    }
    noteWhatGoesOut(draft, all);
    if (!appended(deps, draft)) {
      for (const claim of claims) claim.giveUp();
      deps.mail?.giveBack(draft.told);
      return { written: false, replies: harmless };
    }
    endDraft(deps, draft);
    const { forTracker, forLog } = draft;
    if (forTracker) deps.tracker?.post(forTracker.messages, forTracker.key, forTracker.holdMs);
    if (forLog) deps.tracker?.addToLog(forLog.key, forLog.text);
    return { written: true, replies: all, posted: Boolean(forTracker ?? forLog) };
  });
}

/** Events of a session that tell where its record is. */
const placing: ReadonlySet<HostEvent['type']> = new Set([
  'prompt.submitted',
  'turn.ending',
  'compaction.starting',
  'compaction.finished',
]);

/** Keeps where the record of a session is that was open before the hooks were there, so that no event told of its start. */
function noteRecord(draft: Draft, event: HostEvent): void {
  const { type, agentId, transcriptPath: record, cwd } = event;
  const atCompaction = type === 'session.started' && event.source === 'compact';
  if (agentId !== undefined || record === undefined || !(placing.has(type) || atCompaction)) return;
  const { record: known, sources } = agentOf(draft);
  if (known !== undefined || sources.length > 0) return;
  const { project } = draft.context.tasks;
  const inode = project === undefined ? undefined : draft.context.files.stat(project)?.inode;
  add(draft, { kind: 'session', source: 'unknown', cwd, record, project, inode });
}

/** False also where something breaks: what was claimed for it must not stay claimed. */
function appended(deps: HookDeps, draft: Draft): boolean {
  try {
    return deps.store.append(draft.entries);
  } catch {
    return false;
  }
}

/** Once a decision is written: what was told is put aside, and it is said what tool events are needed for. */
function endDraft(deps: HookDeps, { told, context }: Draft): void {
  deps.mail?.putAside(told);
  const reasons = reasonsNow(deps, context.state);
  deps.store.watch(reasons);
  // What was posted in between asked for tool events too, and that was just overwritten.
  const now = reasonsNow(deps, context.state);
  if (now.length > reasons.length) deps.store.watch(now);
}

/** The end of a session, once the role is taken that its last turn may have given it. */
async function endSession(context: HookContext, reason: string): Promise<Decide> {
  const takeLate = await roleAtEnd(context);
  return (draft) => {
    takeLate(draft);
    add(draft, { kind: 'ended', reason });
  };
}

/** Events at which nobody waits for the next call: what edits of tickets left for a tracker goes out then. */
const sends: ReadonlySet<HostEvent['type']> = new Set(['turn.ending', 'session.ended']);

/** A compaction takes a minute; a tracker gets two seconds of it. Inside of a host's process nobody waits for it. */
async function sendOut({ tracker, host }: HookDeps): Promise<void> {
  const sending = tracker?.send(2_000);
  if (!host.capabilities.inProcess) await sending;
}

/** Keeps of each brief by what it is known again in the host's record: the very text, without its secrets. */
function noteWhatGoesOut(draft: Draft, replies: readonly Reply[]): void {
  for (const { body } of draft.entries) {
    if (body.kind !== 'brief') continue;
    const mark = deliveryMark(body.recovery);
    const text = replies.map(textOf).find((one) => one.includes(mark));
    if (text !== undefined) body.sent = sentText(text, mark);
  }
}

function textOf(reply: Reply): string {
  if (reply.type === 'inject') return reply.text;
  if (reply.type === 'deny') return reply.context ?? '';
  return reply.type === 'continue' ? reply.reason : '';
}

/**
 * A tool event of a session with a role, a ticket or a step of a workflow means something for these too. Where nothing else can
 * be open the record is not looked at; a subagent's compaction is known by its record alone.
 */
async function onTool<E extends HostEvent & { type: 'tool.requested' | 'tool.finished' }>(
  context: HookContext,
  event: E,
  handle: (context: HookContext, event: E) => Promise<Decide>,
): Promise<Decide> {
  const isIdle =
    event.agentId === undefined &&
    isWatched(context) &&
    isQuiet(context) &&
    !mayBeCleared(context, event);
  const decide = isIdle ? undefined : await handle(context, event);
  const work = hasWork(context.state) ? toolWork(context, event) : undefined;
  const call = event.type === 'tool.requested' ? event.call : undefined;
  const guarded = call && mayBeGuarded(context, call) && mayBeDenied(context, call);
  const guard = guarded ? await guardCall(context, call) : undefined;
  const again = call && startsWork(call) ? dispatchedAgain(context, call) : undefined;
  const worked = call && tellWorked(context, call);
  return (draft) => {
    decide?.(draft);
    work?.(draft);
    const { workflow } = draft.context.state.agents[''] ?? {};
    if (call && restricts(workflow)) holdByStep(draft, call);
    guard?.(draft);
    again?.(draft);
    worked?.(draft);
  };
}

/** The calls that finished before the event, on hosts that do not tell of them: what they mean, and how that is kept. */
async function takeFinished(
  deps: HookDeps,
  context: HookContext,
  event: HostEvent,
): Promise<{ decide: Decide; keep(): void } | undefined> {
  if (event.type === 'tool.finished') noteTold(context, event);
  const finished = await finishedCalls(context);
  if (finished === undefined) return undefined;
  for (const one of finished.events) if (tellsRole(deps, one, context.agent)) takeRole(deps, one);
  return {
    decide: decideFinished(context, finished),
    keep: () => {
      // What a call was worth for reminders is counted where these can be told.
      if (tellsNow(event) || !hasWork(context.state)) finished.keep();
    },
  };
}

/** First what finished calls mean, then the event itself, with what would have been told with a call's result. */
function bothOf(finished: Decide, handle: Decide | undefined, event: HostEvent): Decide {
  return (draft) => {
    finished(draft);
    handle?.(draft);
    if (event.type !== 'tool.requested') return;
    const told = [...draft.replies, ...draft.guarded];
    if (told.some(({ type }) => type === 'inject' || type === 'deny')) return;
    const text = takeLoss(draft, 'tool call');
    if (text !== '') draft.replies.push({ type: 'inject', text });
  };
}

/** What waits for the session is told behind all else. */
function withMail(context: HookContext, decide: Decide): Decide {
  const { event, mail, state } = context;
  if (event.agentId !== undefined || !mail?.isWaiting(state.agents['']?.role?.worker))
    return decide;
  const tell = tellMail(context);
  return (draft) => {
    decide(draft);
    tell(draft);
  };
}

/** Where a session comes back whose work another one continues, it is told so before all else. */
function withMovedOn(context: HookContext, decide: Decide): Decide {
  const { handedOver } = context.agent;
  if (context.event.agentId !== undefined || handedOver === undefined) return decide;
  return (draft) => {
    tellMovedOn(draft);
    decide(draft);
  };
}

/** That a compaction is near is told behind what the event is about. */
async function withNear(context: HookContext, decide: Decide): Promise<Decide> {
  const near = nearNow(context) === undefined ? undefined : await tellNear(context);
  if (near === undefined) return decide;
  return (draft) => {
    decide(draft);
    near(draft);
  };
}

function tellsFinished({ host }: HookContext): boolean {
  return host.capabilities.tellsFinished !== false;
}

async function startOf(
  context: HookContext,
  event: HostEvent & { type: 'session.started' },
): Promise<Decide> {
  const decide = await onSessionStarted(context, event);
  const { tellsAtStart } = context.host.capabilities;
  return tellsAtStart.includes(event.source) ? withMovedOn(context, decide) : decide;
}

async function prepare(context: HookContext, event: HostEvent): Promise<Decide | undefined> {
  switch (event.type) {
    case 'compaction.starting':
      return onCompactionStarting(context, event);
    case 'session.started':
      return startOf(context, event);
    case 'compaction.finished':
      return onCompactionFinished(context, event);
    case 'prompt.submitted':
      if (event.agentId !== undefined) return undefined;
      if (event.origin !== 'program' && isGuarding(context.config, context.state))
        hearPrompt(context, event.prompt);
      // What came since the client chose not to wait is told at the next event that it waits for.
      if (context.unheard) return onPrompt(context, event);
      return withMail(
        context,
        await withNear(context, withMovedOn(context, await onPrompt(context, event))),
      );
    case 'tool.requested': {
      const decide = await withNear(context, await onTool(context, event, onToolRequested));
      return tellsFinished(context) ? decide : withMail(context, decide);
    }
    case 'tool.finished':
      return withMail(
        context,
        await withNear(context, await onTool(context, event, onToolFinished)),
      );
    case 'batch.finished':
      return onBatchFinished;
    case 'turn.ending':
      return event.agentId === undefined ? onTurnEnding(context, event) : undefined;
    case 'session.ended':
      return endSession(context, event.reason);
    case 'subagent.stopped':
      return context.state.agents[event.agentId ?? ''] && event.agentId !== undefined
        ? (draft) => add(draft, { kind: 'ended', reason: 'subagent stopped' })
        : undefined;
    case 'model.requested':
      return onModelRequested(context);
    case 'subagent.started':
      return undefined;
    default:
      return event satisfies never;
  }
}
