import type { HandoffEnd } from '../handoff/record.ts';
import type { RoleState } from '../role/role.ts';
import { applyRole } from '../role/role-state.ts';
import type { RuleChoice } from '../snapshot/rule-choices.ts';
import { applyWorkflow, type WorkflowState } from '../workflow/step-view.ts';
import { forgetRead } from './cleared.ts';
import type { ComposedBrief, EntryBody, JournalEntry, StoredCursor } from './entry.ts';
import { keepPlace } from './moved-places.ts';
import { mergeRanges } from './ranges.ts';
import type { Recovery } from './recovery.ts';
import { onlyInlinedBy } from './recovery.ts';
import { undo } from './rewound.ts';

/** What the journal says of one agent of a session; the main session is the agent without id. */
export interface AgentState extends RoleState, WorkflowState {
  recoveries: Recovery[];
  /** It was compacted before it was seen for the first time, so that there is no recovery of it. */
  compacted?: true;
  /** A compaction that was announced and has not shown itself. */
  expected?: { at: string; trigger: string; tail: string; steered: number; midTurn?: boolean };
  /** The brief that the host was given within a text in place of its own summary. */
  composed?: ComposedBrief;
  /** The last snapshot: the entry's fold state and cursor. */
  snapshot?: { at: string; hash: string; cursor: StoredCursor; state: unknown };
  sources: { at: string; source: string }[];
  /** The user's newest message stops the work, as far as a prompt told that no record holds. */
  stopAsked?: boolean;
  lastPrompt?: string;
  pointers: string[];
  task?: { path?: string; confidence: string; method: string; reason: string };
  git?: { branch?: string; head?: string; changed: string[]; unpushed?: number; at: string };
  /** Calls that were held back since the last compaction, by their keys. */
  held?: string[];
  record?: string;
  cwd?: string;
  project?: string;
  /** The folders that were the project's, each once, the latest last. */
  places?: { path: string; inode?: number }[];
  ended?: { at: string; reason: string };
  /** Handoffs of its work to other clients, oldest first; `told`: when it learned that another session continues it. */
  handedOver?: { at: string; id: string; to: string; told?: string }[];
  /** Handoffs by which it continues the work of others. */
  handedHere?: { at: string; id: string; from?: HandoffEnd; bundle?: string }[];
  /** In this context window it was told that a compaction is near. */
  near?: true;
}

export interface Note {
  at: string;
  text: string;
  note: 'decision' | 'constraint' | 'next';
  by: 'person' | 'agent';
}

export interface SessionState {
  agents: Record<string, AgentState>;
  notes: Note[];
  /** What the user chose of rules; absent until something was chosen. */
  rules?: Record<string, RuleChoice>;
}

export const mainAgent = '';

export function newAgentState(): AgentState {
  return { recoveries: [], sources: [], pointers: [] };
}

export function newSessionState(): SessionState {
  return { agents: Object.create(null), notes: [] }; // no prototype: any name is a subagent's
}

/** The state of one agent; a fresh one when the journal does not know it. */
export function agentState(state: SessionState, agent: string | undefined): AgentState {
  return state.agents[agent ?? mainAgent] ?? newAgentState();
}

/** The newest recovery of an agent, open or not. */
export function lastRecovery(agent: AgentState): Recovery | undefined {
  return agent.recoveries.at(-1);
}

/** Those of an agent's recoveries that a compaction began, oldest first: a handoff begins one too. */
export function compactionsOf({ recoveries }: Pick<AgentState, 'recoveries'>): Recovery[] {
  return recoveries.filter(({ by }) => by !== 'handoff');
}

/** Folds the journal's entries, oldest first, into the state of the session. */
export function foldEntries(entries: Iterable<JournalEntry>): SessionState {
  const state = newSessionState();
  for (const entry of entries) applyEntry(state, entry);
  return state;
}

/** Applies one entry. The state is changed in place. */
export function applyEntry(state: SessionState, entry: JournalEntry): void {
  if (entry.kind === 'note') {
    state.notes.push({ at: entry.at, text: entry.text, note: entry.note, by: entry.by });
    return;
  }
  if (entry.kind === 'rule') {
    state.rules ??= Object.create(null) as Record<string, RuleChoice>;
    state.rules[entry.rule] = { choice: entry.choice, at: entry.at };
    return;
  }
  const key = entry.agent ?? mainAgent;
  let agent = state.agents[key];
  if (agent === undefined) {
    agent = newAgentState();
    state.agents[key] = agent;
  }
  applyToAgent(agent, entry);
}

function applyToAgent(agent: AgentState, entry: JournalEntry): void {
  switch (entry.kind) {
    case 'session':
      agent.sources.push({ at: entry.at, source: entry.source });
      if (entry.record) agent.record = entry.record;
      if (entry.cwd) agent.cwd = entry.cwd;
      if (entry.project) keepPlace(agent, entry.project, entry.inode);
      delete agent.ended;
      delete agent.expected;
      return;
    case 'ended':
      agent.ended = { at: entry.at, reason: entry.reason };
      delete agent.expected;
      return;
    case 'expected':
      agent.expected = {
        at: entry.at,
        trigger: entry.trigger,
        tail: entry.tail,
        steered: entry.length,
        ...(entry.midTurn === undefined ? {} : { midTurn: entry.midTurn }),
      };
      return;
    case 'compacted':
      agent.compacted = true;
      return;
    case 'composed':
      agent.composed = entry;
      return;
    case 'snapshot':
      agent.snapshot = { at: entry.at, hash: entry.hash, cursor: entry.cursor, state: entry.state };
      return;
    case 'prompt':
      agent.lastPrompt = entry.key;
      return;
    case 'course':
      agent.stopAsked = entry.stops;
      return;
    case 'pointer':
      agent.pointers.push(entry.what);
      return;
    case 'task':
      agent.task = {
        path: entry.path,
        confidence: entry.confidence,
        method: entry.method,
        reason: entry.reason,
      };
      return;
    case 'git':
      agent.git = {
        branch: entry.branch,
        head: entry.head,
        changed: entry.changed,
        unpushed: entry.unpushed,
        at: entry.at,
      };
      return;
    case 'armed':
      agent.recoveries.push({
        ...newRecovery(entry),
        announced: agent.expected && { at: agent.expected.at, steered: agent.expected.steered },
        snapshot: agent.snapshot && { at: agent.snapshot.at, hash: agent.snapshot.hash },
      });
      delete agent.expected;
      delete agent.held;
      delete agent.near;
      return;
    case 'near':
      agent.near = true;
      return;
    case 'held':
      if (!agent.held?.includes(entry.key)) agent.held = [...(agent.held ?? []), entry.key];
      return;
    case 'handed.over': {
      const { at, id, to } = entry;
      agent.handedOver = [...(agent.handedOver ?? []), { at, id, to }];
      return;
    }
    case 'handed.told':
      for (const one of agent.handedOver ?? []) if (one.id === entry.id) one.told = entry.at;
      return;
    case 'handed.here': {
      const { at, id, from, bundle } = entry;
      agent.handedHere = [...(agent.handedHere ?? []), { at, id, from, bundle }];
      return;
    }
    case 'workflow':
    case 'workflow.left':
    case 'workflow.held':
      applyWorkflow(agent, entry);
      return;
    default:
      if ('recovery' in entry) applyToRecovery(agent, entry);
      else if (entry.kind !== 'note' && entry.kind !== 'rule' && entry.kind !== 'snapshot.same')
        applyRole(agent, entry);
      if (entry.kind === 'answer') noteAnswer(lastRecovery(agent), entry);
  }
}

/** An answer counts for the recovery that it was given in. */
function noteAnswer(
  recovery: Recovery | undefined,
  { question, at }: { question: string; at: string },
): void {
  if (recovery === undefined) return;
  recovery.answeredAt ??= Object.create(null) as Record<string, string>;
  recovery.answeredAt[question] = at;
  if (recovery.answered?.includes(question)) return;
  recovery.answered = [...(recovery.answered ?? []), question];
}

function newRecovery(entry: JournalEntry & { kind: 'armed' }): Recovery {
  return {
    id: entry.recovery,
    armedAt: entry.at,
    by: entry.by,
    trigger: entry.trigger,
    tail: entry.tail,
    boundary: entry.boundary,
    afterEvent: entry.by === 'after-event',
    midTurn: entry.midTurn,
    task: entry.task,
    planMode: entry.planMode === true,
    worktree: entry.worktree,
    rapid: entry.rapid,
    cursor: entry.cursor,
    calls: entry.calls,
    obligations: [],
    missing: [],
    briefs: [],
    undelivered: false,
    warned: false,
    callIds: [],
    callTimes: Object.create(null),
    deniedTurns: 0,
    deniedThisTurn: 0,
    denials: [],
    escalated: false,
    continued: false,
  };
}

type RecoveryEntry = Extract<EntryBody, { recovery: string }> & { at: string };

function applyToRecovery(agent: AgentState, entry: RecoveryEntry): void {
  const recovery = agent.recoveries.findLast((one) => one.id === entry.recovery);
  if (recovery === undefined) return;
  switch (entry.kind) {
    case 'boundary':
      recovery.boundary = entry.boundary;
      return;
    case 'after-event':
      recovery.afterEvent = true;
      return;
    case 'obligations':
      recovery.obligations = entry.files.map((file) => ({
        ...file,
        ...(file.inlined ? { met: 'inlined' } : {}),
      }));
      recovery.missing = entry.missing;
      if (entry.questions) recovery.questions = entry.questions;
      return;
    case 'brief':
      recovery.briefs.push({
        at: entry.at,
        via: entry.via,
        text: entry.text,
        stub: entry.stub,
        inlined: entry.inlined,
        sent: entry.sent,
      });
      recovery.undelivered = false;
      for (const file of recovery.obligations) {
        if (entry.inlined.includes(file.path) && file.met === undefined) file.met = 'inlined';
      }
      return;
    case 'delivered':
      recovery.delivered ??= { at: entry.at, proof: entry.proof };
      recovery.undelivered = false;
      if (entry.brief !== undefined) onlyInlinedBy(recovery, entry.brief);
      return;
    case 'undelivered':
      recovery.undelivered = true;
      for (const file of recovery.obligations) if (file.met === 'inlined') delete file.met;
      return;
    case 'warned':
      recovery.warned = true;
      return;
    case 'call':
      if (!recovery.callIds.includes(entry.id)) recovery.callIds.push(entry.id);
      if (entry.same !== undefined) recovery.callTimes[entry.same] = entry.at;
      return;
    case 'shown': {
      const file = recovery.obligations.find((one) => one.path === entry.path);
      if (file === undefined) return;
      const before = file.shown?.hash === entry.hash ? file.shown.ranges : [];
      const ranges = mergeRanges([...before, ...entry.ranges]);
      file.shown = { hash: entry.hash, ranges, at: entry.at };
      if (entry.call !== undefined) file.shownBy = [...(file.shownBy ?? []), entry.call];
      return;
    }
    case 'read': {
      const file = recovery.obligations.find((one) => one.path === entry.path);
      if (file === undefined) return;
      file.met = entry.how;
      delete file.cleared;
      // What the host itself put before the model again stands behind the compaction, and not in a turn.
      if (entry.how === 'read') file.metAt = entry.at;
      return;
    }
    case 'rewound':
      recovery.rewoundAt = entry.place;
      undo(recovery, entry);
      return;
    case 'cleared':
      forgetRead(recovery, entry.files);
      return;
    case 'denied':
      // Each counts, whatever its id: some gateways give every call the same one.
      recovery.denials.push({ at: entry.at, id: entry.id, tool: entry.tool });
      recovery.deniedThisTurn += 1;
      return;
    case 'turn':
      if (recovery.deniedThisTurn > 0) recovery.deniedTurns += 1;
      recovery.deniedThisTurn = 0;
      return;
    case 'escalated':
      recovery.escalated = true;
      return;
    case 'met':
      recovery.met = entry.at;
      return;
    case 'released':
      recovery.released = { at: entry.at, why: entry.why };
      return;
    case 'continued':
      recovery.continued = true;
      return;
    case 'let-go':
      recovery.letGo = true;
      return;
    case 'loss':
      recovery.loss = { text: entry.text, items: entry.items };
      return;
    case 'loss.sent':
      if (recovery.loss) recovery.loss.sent = entry.at;
      return;
    case 'brought-up': {
      const { at, via, keys, length } = entry;
      recovery.broughtUp = [...(recovery.broughtUp ?? []), { at, via, keys, length }];
      return;
    }
    default:
      return;
  }
}
