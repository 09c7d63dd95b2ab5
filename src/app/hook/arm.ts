import { renderContinuation } from '../../core/brief/continuation.ts';
import type { TurnState } from '../../core/brief/next-line.ts';
import { renderGivenBack } from '../../core/brief/notices.ts';
import { fingerprint } from '../../core/hash.ts';
import { isThrash, rapidCount } from '../../core/recovery/arm.ts';
import type { ArmedBy } from '../../core/recovery/entry.ts';
import type { RecordView } from '../../core/recovery/record-view.ts';
import type { Recovery } from '../../core/recovery/recovery.ts';
import { isOpen } from '../../core/recovery/recovery.ts';
import { holdsSent } from '../../core/recovery/sent-text.ts';
import { compactionsOf, lastRecovery } from '../../core/recovery/session-state.ts';
import { deliveryMark, recoveryId } from '../../core/recovery/token.ts';
import { roleOfSkills } from '../../core/role/role-words.ts';
import { isStanding } from '../../core/snapshot/rule-choices.ts';
import type { MissingEvidence } from '../../core/workflow/step-view.ts';
import { compactionMessages } from '../tracker/compaction-messages.ts';
import { briefInput, makeBrief, wantedFiles } from './brief.ts';
import type { Draft } from './draft.ts';
import { add, agentOf } from './draft.ts';
import { keepRules } from './guard-rules.ts';
import type { Followed } from './record.ts';
import type { Source } from './source.ts';

/**
 * Writes the facts to the journal, or that they are the same as before: then the older state and its place in the
 * record are as good, and a burst of compactions does not fill the disk.
 */
export function recordSnapshot(draft: Draft, followed: Followed): void {
  rememberRole(draft, followed);
  if (followed.cursor === undefined) return;
  if (draft.context.event.agentId === undefined && draft.context.config.guard !== 'off')
    keepRules(draft.context, followed.snapshot, followed.cursor);
  if (followed.leftOut) add(draft, { kind: 'pointer', what: followed.leftOut });
  const facts = followed.snapshot.facts.map(({ kind, value, detail, state }) => [
    kind,
    value,
    detail,
    state,
  ]);
  const hash = fingerprint(JSON.stringify(facts));
  if (agentOf(draft).snapshot?.hash === hash) add(draft, { kind: 'snapshot.same', hash });
  else add(draft, { kind: 'snapshot', hash, cursor: followed.cursor, state: followed.state });
}

/** Keeps the role that a skill gave to the session, where only the record tells of it. */
export function rememberRole(draft: Draft, { snapshot }: Followed): void {
  if (draft.context.event.agentId !== undefined || agentOf(draft).role !== undefined) return;
  const told = roleOfSkills(snapshot, draft.context.config);
  if (told) add(draft, { kind: 'role', by: 'skill', ...told });
}

/** Opens the recovery of a compaction that is proved. An older one that is still open is closed by it. */
export function arm(
  draft: Draft,
  source: Source,
  proof: {
    by: ArmedBy;
    trigger: 'auto' | 'manual' | 'unknown';
    boundary?: string;
    midTurn: boolean;
    /** The host's own event tells that it took a text in place of its summary. */
    replaced?: boolean;
  },
): Recovery {
  const { host, event, nowMs } = draft.context;
  const before = lastRecovery(agentOf(draft));
  if (isOpen(before)) add(draft, { kind: 'released', recovery: before.id, why: 'superseded' });
  const { calls, planMode } = source.snapshot.summary;
  const number = agentOf(draft).recoveries.length + 1;
  const id = recoveryId(host.id, event.sessionId, event.agentId, number);
  recordSnapshot(draft, source.followed);
  // Without a record only what was counted while the recovery before was open is known.
  const since =
    source.record === undefined ? (before?.callIds.length ?? 0) : calls - (before?.calls ?? 0);
  const rapid = rapidCount(before?.by === 'handoff' ? undefined : before, since, nowMs);
  add(draft, {
    kind: 'armed',
    recovery: id,
    by: proof.by,
    trigger: proof.trigger,
    tail: source.followed.tail,
    boundary: proof.boundary,
    midTurn: proof.midTurn && proof.trigger !== 'manual',
    task: !source.tasks.none,
    planMode,
    ...(source.git?.linked ? { worktree: source.git.top } : {}),
    calls,
    rapid,
    cursor: source.followed.cursor,
  });
  rememberTask(draft, source);
  if (source.git) {
    const { branch, head, unpushed, changed } = source.git;
    add(draft, {
      kind: 'git',
      branch,
      head,
      unpushed,
      changed: changed.map((file) => `${file.status} ${file.path}`),
    });
  }
  tellTracker(draft, source, id, number, proof);
  tellComposed(draft, id, source.followed.view, proof.replaced === true);
  return lastRecovery(agentOf(draft))!;
}

/** Once for each compaction; a subagent's is none of the task's. */
function tellTracker(
  draft: Draft,
  { snapshot, tasks, summary }: Source,
  recovery: string,
  number: number,
  { by, trigger }: { by: ArmedBy; trigger: 'auto' | 'manual' | 'unknown' },
): void {
  const { config, event, tracker, host } = draft.context;
  if (tracker === undefined || event.agentId !== undefined) return;
  const document = tasks.none ? undefined : tasks.task.document;
  const messages = compactionMessages(config, {
    snapshot,
    document,
    number,
    trigger,
    ...(summary === undefined ? {} : { summary }),
  });
  if (messages.length === 0) return;
  const follows = summary === undefined && host.capabilities.summaryVisible && by !== 'after-event';
  draft.forTracker = { messages, key: recovery, holdMs: follows ? summaryWithinMs : 0 };
}

/** So long the log of a compaction waits for the client's summary, where that may still come. */
const summaryWithinMs = 3_000;

/**
 * Where the record shows that the host took our text in place of its own, the brief in it is delivered. Where only its event
 * tells so, the brief went out, and the record has to prove it as of any other.
 */
function tellComposed(draft: Draft, recovery: string, view: RecordView, replaced: boolean): void {
  const { composed } = agentOf(draft);
  if (composed?.of !== recovery) return;
  const { text, sent, files, missing, inlined } = composed;
  const shown = holdsSent(view.summary ?? '', deliveryMark(recovery), sent);
  if (!shown && !(replaced && view.summary === undefined)) return;
  const via = composedVia;
  add(draft, { kind: 'obligations', recovery, files, missing });
  add(draft, { kind: 'brief', recovery, via, text, stub: false, inlined, sent });
  if (!shown) return;
  const proof = 'composed compaction in the record';
  add(draft, { kind: 'delivered', recovery, proof, brief: 0 });
}

function rememberTask(draft: Draft, source: Source): void {
  if (draft.context.event.agentId !== undefined) return;
  const task = source.tasks.none ? source.tasks.shown : source.tasks.task;
  if (task === undefined) return;
  const { path, confidence, method, reason } = task;
  add(draft, { kind: 'task', path, confidence, method, reason });
  if (!source.tasks.none) draft.context.tasks.remember(task);
}

const composedVia = 'composed compaction';

/** True where the newest brief stands in a composed compaction, and nothing shows that it did not arrive. */
export function isComposed({ briefs, undelivered }: Recovery): boolean {
  return briefs.at(-1)?.via === composedVia && !undelivered;
}

/** The person is told once in a burst, with the first stub that goes out: an after-event can show nothing. True in a burst. */
function warnOfThrash(draft: Draft, recovery: Recovery): boolean {
  if (!isThrash(recovery.rapid)) return false;
  const all = agentOf(draft).recoveries;
  const at = all.findIndex((one) => one.id === recovery.id);
  const burst = all.slice(Math.max(0, at - recovery.rapid), at);
  if (burst.some((one) => isThrash(one.rapid) && one.briefs.length > 0)) return true;
  add(draft, { kind: 'thrash', recovery: recovery.id, count: recovery.rapid + 1 });
  draft.guarded.push({
    type: 'notify',
    text: `Holdfast: ${recovery.rapid + 1} compactions within a few tool calls. Something large comes back into the context each time; look for a big tool output or instruction file.`,
  });
  return true;
}

/** The user is told in one line of each compaction what was kept and what goes back to the agent. */
function tellGivenBack(
  draft: Draft,
  recovery: Recovery,
  source: Source,
  { text, files, inlined }: ReturnType<typeof makeBrief>,
): void {
  const { config, event } = draft.context;
  if (!config.compactionNotice || event.agentId !== undefined) return;
  const { facts } = source.snapshot;
  const task = source.tasks.none ? undefined : source.tasks.task.path || undefined;
  const given = {
    number: numberOf(draft, recovery, source),
    rules: facts.filter(isStanding),
    facts: facts.length,
    brief: text,
    ...(task === undefined ? {} : { task }),
    files: files.filter(({ path }) => !inlined.includes(path)).length,
  };
  draft.guarded.push({ type: 'notify', text: renderGivenBack(given) });
}

/** The brief of a recovery as it is now. */
export function briefOf(
  draft: Draft,
  recovery: Recovery,
  source: Source,
  { beside = 0, turn }: BriefOccasion = {},
): ReturnType<typeof makeBrief> {
  const about = {
    id: recovery.id,
    number: numberOf(draft, recovery, source),
    trigger: recovery.trigger,
    stub: isThrash(recovery.rapid),
    turn,
  };
  return makeBrief(draft.context, source, about, beside);
}

function numberOf(draft: Draft, { id }: Recovery, { snapshot }: Source): number {
  const number = compactionsOf(agentOf(draft)).findIndex((one) => one.id === id) + 1;
  return Math.max(number, snapshot.summary.boundaries.length);
}

/** With what else a brief goes out. */
export interface BriefOccasion {
  /** Characters that stand beside it. */
  beside?: number;
  /** Where the conversation stands, where the event tells it. */
  turn?: TurnState;
}

/** The text by which an interrupted turn goes on: short where the brief is in the context, else the brief. */
export function continuationOf(
  draft: Draft,
  recovery: Recovery,
  source: Source,
  missing: readonly MissingEvidence[] | undefined,
): string {
  if (recovery.briefs.length === 0 || recovery.undelivered) {
    return sendBrief(draft, recovery, source, 'turn end', { turn: 'working' });
  }
  const { context } = draft;
  const input = briefInput(context, source, wantedFiles(context, source), {
    id: recovery.id,
    number: numberOf(draft, recovery, source),
    trigger: recovery.trigger,
    turn: 'working',
  });
  const limit = Math.min(longestContinuation, context.host.capabilities.injectCharacters);
  return renderContinuation(input, recovery, limit, missing);
}

const longestContinuation = 2_400;

/** Sends the brief of a recovery with this event's answer. */
export function sendBrief(
  draft: Draft,
  recovery: Recovery,
  source: Source,
  via: string,
  occasion: BriefOccasion = {},
): string {
  const made = briefOf(draft, recovery, source, occasion);
  if (recovery.briefs.length === 0) {
    if (!warnOfThrash(draft, recovery)) tellGivenBack(draft, recovery, source, made);
    add(draft, {
      kind: 'obligations',
      recovery: recovery.id,
      files: made.files,
      missing: made.missing,
      ...(made.questions.length > 0 ? { questions: made.questions } : {}),
    });
  }
  add(draft, {
    kind: 'brief',
    recovery: recovery.id,
    via,
    text: made.text,
    stub: made.stub,
    inlined: made.inlined,
  });
  return made.text;
}
