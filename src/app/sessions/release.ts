import type { Config } from '../../core/config/defaults.ts';
import { Fault } from '../../core/errors.ts';
import { isOpen } from '../../core/recovery/recovery.ts';
import type { Capabilities } from '../../hosts/host.ts';
import { releaseRules } from '../hook/guard-rules.ts';
import { reasonsNow } from '../hook/watch-reasons.ts';
import type { NewEntry, SessionStore } from '../ports.ts';

/** Opens every gate of a session, for a person. Answers with the recoveries released. Throws a Fault when the disk refuses. */
export function releaseSession(
  store: SessionStore,
  capabilities: Pick<Capabilities, 'announcement' | 'inProcess'>,
  config: Pick<Config, 'guard'>,
): string[] {
  return store.locked(() => {
    const { state } = store.load();
    const entries: NewEntry[] = [];
    for (const [agentId, agent] of Object.entries(state.agents)) {
      for (const recovery of agent.recoveries.filter(isOpen)) {
        const body = { kind: 'released', recovery: recovery.id, why: 'person' } as const;
        entries.push(agentId === '' ? { body } : { agent: agentId, body });
      }
    }
    releaseRules({ store, patterns: [] });
    if (!store.append(entries)) {
      throw new Fault('unwritable', `The session's journal in ${store.folder} cannot be written.`, {
        hint: 'Make the folder writable, or free space on its disk.',
      });
    }
    store.watch(reasonsNow({ host: { capabilities }, config }, store.load().state));
    return entries.map((entry) => (entry.body.kind === 'released' ? entry.body.recovery : ''));
  });
}
