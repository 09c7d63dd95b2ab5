import { readRecord } from '../../app/read-record.ts';
import type { StoredCursor } from '../../core/recovery/entry.ts';
import { mainAgent } from '../../core/recovery/session-state.ts';
import { hostById } from '../../hosts/registry.ts';
import { recordFiles } from '../../platform/record-file.ts';
import type { CliContext } from './context.ts';
import { sessionIndex } from './sessions.ts';

/** Counts the compactions of a session by its host's record, each time from where it was read the last time. */
export function recordCompactions(
  context: CliContext,
  hostId: string,
): (session: string) => number | undefined {
  const host = hostById(hostId);
  const known = new Map<string, { count: number; cursor: StoredCursor | undefined }>();
  return (session) => {
    if (!host?.capabilities.readableRecord) return undefined;
    const index = sessionIndex(context);
    const stored = index.list().find((one) => one.host === hostId && one.id === session);
    const path = stored && index.read(stored).state.agents[mainAgent]?.record;
    if (path === undefined) return undefined;
    const before = known.get(session) ?? { count: 0, cursor: undefined };
    let found = 0;
    const reading = readRecord(recordFiles, path, host.reader(), before.cursor, (item) => {
      if (item.type === 'boundary' && !item.replayed) found += 1;
    });
    if (reading === undefined) return undefined;
    const count = (reading.reset ? 0 : before.count) + found;
    known.set(session, { count, cursor: reading.cursor });
    return count;
  };
}
