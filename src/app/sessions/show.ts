import type { Fact } from '../../core/fact.ts';
import type { Heard } from '../../core/recovery/missed.ts';
import type { Receipt } from '../../core/recovery/receipt.ts';
import { receiptsOf } from '../../core/recovery/receipt.ts';
import type { AgentState, Note } from '../../core/recovery/session-state.ts';
import type { RoleNames } from '../../core/role/role-words.ts';
import { roleOf, storedSnapshot } from './role-of.ts';
import type { SessionIndex, StoredSession } from './session-index.ts';

/** One line of a session's timeline. */
export interface TimelineLine {
  at: string;
  what: string;
}

/** Everything Holdfast knows of one session. */
export interface SessionView {
  session: string;
  host: string;
  folder: string;
  project?: string;
  record?: string;
  skipped: number;
  notes: Note[];
  agents: {
    agent: string;
    timeline: TimelineLine[];
    receipts: Receipt[];
    task?: AgentState['task'];
    role: ReturnType<typeof roleOf>;
  }[];
  facts: Fact[];
  /** How the compactions in the record of the main session stand to what was heard; absent where it cannot be read. */
  heard?: Heard;
}

/** The view of a session; `facts` are those of its record as it is now, as is what was heard. */
export function showSession(
  index: SessionIndex,
  session: StoredSession,
  facts: Fact[],
  heard: Heard | undefined,
  names: RoleNames,
): SessionView {
  const { state, skipped, fold } = index.read(session);
  const main = state.agents[''];
  return {
    session: session.id,
    host: session.host,
    folder: session.folder,
    project: main?.project,
    record: main?.record,
    skipped,
    notes: state.notes,
    agents: Object.entries(state.agents).map(([agent, one]) => ({
      agent: agent === '' ? 'main session' : `subagent ${agent}`,
      timeline: timelineOf(one),
      receipts: receiptsOf(one),
      task: one.task,
      role: roleOf(one, agent === '' ? storedSnapshot(fold, one) : undefined, names),
    })),
    facts,
    ...(heard === undefined ? {} : { heard }),
  };
}

function timelineOf(agent: AgentState): TimelineLine[] {
  const lines: TimelineLine[] = agent.sources.map(({ at, source }) => ({
    at,
    what: source === 'unknown' ? 'first heard of, after it had begun' : `session ${source}`,
  }));
  for (const recovery of agent.recoveries) {
    if (recovery.announced) lines.push({ at: recovery.announced.at, what: 'compaction announced' });
    const began = recovery.by === 'handoff' ? 'took a handoff' : `compacted (${recovery.trigger})`;
    lines.push({ at: recovery.armedAt, what: `${began}, recovery ${recovery.id}` });
    for (const brief of recovery.briefs)
      lines.push({ at: brief.at, what: `brief told at ${brief.via}` });
    for (const denial of recovery.denials)
      lines.push({ at: denial.at, what: `${denial.tool} denied` });
    if (recovery.delivered) lines.push({ at: recovery.delivered.at, what: 'delivery proved' });
    if (recovery.loss?.sent) lines.push({ at: recovery.loss.sent, what: 'loss report told' });
    if (recovery.met) lines.push({ at: recovery.met, what: 'recovery met' });
    if (recovery.released)
      lines.push({
        at: recovery.released.at,
        what: `released: ${recovery.released.why === 'person' ? 'by the user' : recovery.released.why}`,
      });
  }
  const { expected } = agent;
  if (expected)
    lines.push({ at: expected.at, what: 'compaction announced, and none heard of since' });
  lines.push(...(agent.history ?? []));
  if (agent.ended) lines.push({ at: agent.ended.at, what: `ended: ${agent.ended.reason}` });
  return lines.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}
