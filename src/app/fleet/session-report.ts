import type { Report } from '../../core/fleet/report.ts';
import { receiptPhrase } from '../../core/recovery/receipt.ts';
import { isOpen } from '../../core/recovery/recovery.ts';
import {
  type AgentState,
  compactionsOf,
  lastRecovery,
  mainAgent,
  type SessionState,
} from '../../core/recovery/session-state.ts';
import { isStanding, withRuleChoices } from '../../core/snapshot/rule-choices.ts';
import { taskName } from '../page/task-name.ts';
import { storedSnapshot } from '../sessions/role-of.ts';
import type { StoredSession } from '../sessions/session-index.ts';

/** A session of this machine as its state folder has it. */
export interface HeardSession {
  session: StoredSession;
  state: SessionState;
  fold: unknown;
}

/** What other machines may know of a session: counts and states, nothing that was said but the `title` that is given. */
export function sessionReport(
  { session, state, fold }: HeardSession,
  { client, title }: { client: string; title?: string },
): Report {
  const agent = state.agents[mainAgent];
  const snapshot = agent && storedSnapshot(fold, agent);
  const branch = snapshot?.summary.branch ?? agent?.git?.branch;
  const { ticket } = taskName(agent?.task?.confidence === 'low' ? undefined : agent?.task?.path);
  const known = snapshot && withRuleChoices(snapshot, state.rules ?? {});
  const last = agent && lastRecovery(agent);
  return {
    kind: 'session',
    id: `${session.host}/${session.id}`,
    ...(ticket !== undefined && { ticket }),
    facts: {
      status: standing(agent),
      client,
      ...(title !== undefined && { title }),
      ...(branch !== undefined && { branch }),
      compactions: Math.max(
        agent === undefined ? 0 : compactionsOf(agent).length,
        snapshot?.summary.boundaries.length ?? 0,
      ),
      rules: known?.facts.filter(isStanding).length ?? 0,
      receipts: agent?.recoveries.length ?? 0,
      ...(last && { receipt: receiptPhrase(last) }),
      last: new Date(session.modifiedMs).toISOString(),
    },
  };
}

/** How a recovery of a session, or of a worker's, stands; without the texts. Undefined where there was none. */
export function receiptReport(
  { session, state }: HeardSession,
  { worker, ticket }: { worker?: string; ticket?: string },
): Report | undefined {
  const agent = state.agents[mainAgent];
  const last = agent && lastRecovery(agent);
  if (agent === undefined || last === undefined) return undefined;
  const facts = {
    status: receiptPhrase(last),
    ...(worker !== undefined && { worker }),
    compactions: compactionsOf(agent).length,
    denials: agent.recoveries.reduce((sum, { denials }) => sum + denials.length, 0),
    last: last.armedAt,
  };
  const id = `${session.host}/${session.id}`;
  return { kind: 'receipt', id, ...(ticket !== undefined && { ticket }), facts };
}

function standing(agent: AgentState | undefined): string {
  if (agent?.ended !== undefined) return 'ended';
  return agent !== undefined && isOpen(lastRecovery(agent)) ? 'recovering' : 'open';
}
