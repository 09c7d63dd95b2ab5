import type { BenchSession, HostName } from '../cases/session.ts';
import type { Behind, Delivery } from '../replay/drive-claude.ts';
import { driveCodex } from '../replay/drive-codex.ts';
import { drivePi } from '../replay/drive-pi.ts';
import type { Driven } from './driven.ts';
import { installForPi, installHooks } from './holdfast.ts';

type Drive = (session: BenchSession, behind?: Behind) => Promise<Delivery[]>;

/** How the installed product is driven on the hosts that are scored beside Claude Code. */
export const drives: Readonly<Partial<Record<HostName, { drive: Drive; through: string }>>> = {
  codex: {
    drive: (session, behind) =>
      driveCodex(session, installHooks('codex', '.codex/hooks.json'), behind),
    through: 'hooks',
  },
  pi: {
    drive: (session, behind) => drivePi(session, installForPi, behind),
    through: 'its extension',
  },
};

/** What the product delivered at each boundary of the sessions, by case. */
export async function driveAll(sessions: readonly BenchSession[], drive: Drive): Promise<Driven> {
  const deliveries = new Map<string, Delivery>();
  for (const session of sessions) {
    for (const one of await drive(session)) deliveries.set(`${session.name}#${one.number}`, one);
  }
  return { deliveries };
}
