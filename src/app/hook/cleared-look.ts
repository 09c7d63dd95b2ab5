import type { HostEvent } from '../../core/event.ts';
import { findRecord } from '../find-record.ts';
import type { HookDeps } from './context.ts';
import { mayChange } from './has-work.ts';

/** New bytes of a record that are looked through before a call; of more the next prompt or end of a turn finds it. */
const lookedBytes = 4 * 1024 * 1024;

/** True for a call that changes something where the record tells, since it was read last, of results that the host cleared. */
export function mayBeCleared(
  { files, host, store }: Pick<HookDeps, 'files' | 'host' | 'store'>,
  event: HostEvent,
): boolean {
  if (host.clearingBytes === undefined || event.type !== 'tool.requested') return false;
  if (!mayChange(event.call)) return false;
  const offset = store.readFoldHead(event.agentId)?.cursor.offset;
  const path = typeof offset === 'number' ? findRecord(files, host, event) : undefined;
  if (path === undefined || typeof offset !== 'number') return false;
  return files.mentions(path, offset, host.clearingBytes, lookedBytes) === true;
}
