import { Fault } from '../../core/errors.ts';
import { isOpen } from '../../core/recovery/recovery.ts';
import { watchReasons } from '../hook/handle-event.ts';
import type { NewEntry, SessionStore } from '../ports.ts';

/** Who asks for a gate to be opened, and from where. */
export interface ReleaseAsker {
  /** Standard input and output are a terminal. */
  terminal: boolean;
  /** The variable that shows that this runs inside a host's session, if any. */
  insideSession?: string;
}

/** Opens every gate of a session. Refused where an agent could be the one who asks. Answers with the recoveries released. */
export function releaseSession(store: SessionStore, asker: ReleaseAsker): string[] {
  if (asker.insideSession !== undefined || !asker.terminal) {
    const why = asker.insideSession
      ? `${asker.insideSession} is set, so this runs inside an agent's session`
      : 'this is no terminal';
    throw new Fault('refused', `Only a person may release a gate, and ${why}.`, {
      hint: 'Open a terminal of your own and run "holdfast release" there.',
    });
  }
  return store.locked(() => {
    const { state } = store.load();
    const entries: NewEntry[] = [];
    for (const [agentId, agent] of Object.entries(state.agents)) {
      for (const recovery of agent.recoveries.filter(isOpen)) {
        const body = { kind: 'released', recovery: recovery.id, why: 'person' } as const;
        entries.push(agentId === '' ? { body } : { agent: agentId, body });
      }
    }
    if (!store.append(entries)) {
      throw new Fault('unwritable', `The session's journal in ${store.folder} cannot be written.`, {
        hint: 'Make the folder writable, or free space on its disk.',
      });
    }
    store.watch(watchReasons(store.load().state));
    return entries.map((entry) => (entry.body.kind === 'released' ? entry.body.recovery : ''));
  });
}
