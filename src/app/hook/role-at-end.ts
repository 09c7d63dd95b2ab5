import { isRoleOpen, roleTexts } from '../../core/role/role-words.ts';
import { findRecord } from '../find-record.ts';
import { rememberRole } from './arm.ts';
import type { HookContext } from './context.ts';
import type { Draft } from './draft.ts';
import { followRecord } from './record.ts';

/** New bytes of a record that are looked through for a skill that gives a role. */
const glanceBytes = 4 * 1024 * 1024;
/** How often, and after how many milliseconds, the record is read again for the result of such a call. Nobody waits for it. */
const lateLooks = 8;
const lateMs = 60;

/**
 * Takes the role that a skill gave to a session that ends right after it, on hosts that tell of no finished call and write their
 * record a moment after they ask: the turn's end may have seen the call without its result, or not at all.
 */
export async function roleAtEnd(context: HookContext): Promise<(draft: Draft) => void> {
  if (!mayHaveRole(context)) return () => {};
  let followed = followRecord(context);
  for (let more = lateLooks; more > 0 && isRoleOpen(followed.state, context.config); more -= 1) {
    await new Promise((resolve) => setTimeout(resolve, lateMs));
    followed = followRecord(context);
  }
  return (draft) => rememberRole(draft, followed);
}

function mayHaveRole({ host, agent, event, files, store, config }: HookContext): boolean {
  if (host.capabilities.tellsFinished !== false) return false;
  if (event.agentId !== undefined || agent.role !== undefined) return false;
  const path = findRecord(files, host, event);
  if (path === undefined) return false;
  const known = store.readFoldHead(undefined);
  if (known?.roleOpen === true) return true;
  const offset = known?.cursor.offset;
  const from = typeof offset === 'number' ? offset : 0;
  return files.mentions(path, from, roleTexts(config), glanceBytes) === true;
}
