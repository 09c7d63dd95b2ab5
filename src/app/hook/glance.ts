import { isOpen } from '../../core/recovery/recovery.ts';
import { lastRecovery } from '../../core/recovery/session-state.ts';
import { roleTexts } from '../../core/role/role-words.ts';
import { findRecord } from '../find-record.ts';
import { isAnnounced } from './announced.ts';
import type { HookContext } from './context.ts';

/** New bytes of a record that are looked through at a prompt; of more the facts are taken right away. */
const glanceBytes = 4 * 1024 * 1024;

/** What tells of a compaction or a plan, and, in a session without a role, what gives it one. */
function tellingTexts({ host, agent, config, event }: HookContext): readonly string[] {
  if (agent.role !== undefined || event.agentId !== undefined) return host.tellingBytes;
  return [...host.tellingBytes, ...roleTexts(config)];
}

/**
 * True when a prompt or the end of a turn has nothing to tell and nothing to find out: no task that a person set,
 * no workflow, no plan accepted, no recovery to speak of, and in the new bytes of the record no compaction and no plan dialog.
 * Then the facts wait until they are needed.
 */
export function nothingToTell(context: HookContext): boolean {
  const last = lastRecovery(context.agent);
  if (last !== undefined && (!last.warned || isOpen(last))) return false;
  if (context.agent.workflow !== undefined || isAnnounced(context, context.agent)) return false;
  if (context.tasks.explicit() !== undefined) return false;
  const path = findRecord(context.files, context.host, context.event);
  if (path === undefined) return true;
  const { store, event } = context;
  const known = store.readFoldHead(event.agentId);
  if (known !== undefined && known.plans > 0) return false;
  if (known?.roleOpen === true && context.agent.role === undefined) return false;
  const offset = known?.cursor.offset;
  const from = typeof offset === 'number' ? offset : 0;
  if (context.files.mentions(path, from, tellingTexts(context), glanceBytes) !== false)
    return false;
  // From here on the record counts as seen, so that a compaction that comes later is known for new.
  if (known === undefined && context.agent.snapshot === undefined) {
    store.writeFold(event.agentId, { cursor: {}, state: null, lastAnswer: -1, plans: 0 });
  }
  return true;
}
