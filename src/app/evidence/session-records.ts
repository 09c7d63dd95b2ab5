import type { HostEvent } from '../../core/event.ts';
import { findRecord } from '../find-record.ts';
import type { HookDeps } from '../hook/context.ts';
import type { SessionRecords } from './follow-ledger.ts';

/** Agents of one session whose records are followed, at most. */
const mostAgents = 500;

/** The records that the ledger of a session follows; undefined where its own cannot be found. */
export function sessionRecords(
  { files, host }: Pick<HookDeps, 'files' | 'host'>,
  event: HostEvent,
): SessionRecords | undefined {
  const path = findRecord(files, host, event);
  if (path === undefined) return undefined;
  const agentReader = () => host.reader({ subagent: true });
  return {
    path,
    reader: () => host.reader(),
    agents(started) {
      const beside = host.agentRecords?.(path, (folder) => files.list(folder), started) ?? [];
      const named = started.flatMap((agent) => {
        const own = host.recordPath(path, agent, event.sessionId);
        return own === undefined || own === path ? [] : [{ agent, path: own }];
      });
      const all = new Map([...named, ...beside].map((one) => [one.agent, one]));
      return [...all.values()]
        .filter((one) => files.stat(one.path)?.kind === 'file')
        .slice(0, mostAgents)
        .map((one) => ({ ...one, reader: agentReader }));
    },
  };
}
