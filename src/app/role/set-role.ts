import type { Config } from '../../core/config/defaults.ts';
import { Fault } from '../../core/errors.ts';
import type { EntryBody } from '../../core/recovery/entry.ts';
import type { SessionRole } from '../../core/role/role.ts';
import type { Host } from '../../hosts/host.ts';
import { reasonsNow } from '../hook/watch-reasons.ts';
import type { SessionStore } from '../ports.ts';
import type { SessionMail } from '../worker/mail-ports.ts';

/** Gives a session its role, in its journal and nowhere else. Throws a Fault when the journal cannot be written. */
export function setRole(
  store: SessionStore,
  session: { host: Host; mail: SessionMail; config: Pick<Config, 'guard'> },
  role: SessionRole,
): void {
  store.locked(() => {
    const bodies: EntryBody[] = [{ kind: 'role', ...role }];
    if (role.ticket !== undefined) bodies.push({ kind: 'guard', path: role.ticket });
    if (!store.append(bodies.map((body) => ({ body })))) {
      throw new Fault('unwritable', `The session's journal in ${store.folder} cannot be written.`, {
        hint: 'Make the folder writable, or free space on its disk.',
      });
    }
    store.watch(reasonsNow(session, store.load().state));
  });
}
