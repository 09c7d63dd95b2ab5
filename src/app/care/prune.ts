import type { Disk } from '../install/disk.ts';
import type { Clock } from '../ports.ts';
import { type StoredSession, storedSessions } from './sessions.ts';

/** What care of the state works with. */
export interface CareContext {
  disk: Disk;
  clock: Clock;
  paths: { home: string; sessions: string; watch: string };
}

const dayMs = 24 * 60 * 60 * 1000;

/** Sessions in which nothing was written for so many days. */
export function oldSessions(context: CareContext, days: number): StoredSession[] {
  const limit = context.clock.now().getTime() - days * dayMs;
  return storedSessions(context.disk, context.paths.sessions).filter(
    (session) => session.lastMs < limit,
  );
}

/** Removes the state of sessions, and that anything waits for their tool calls. */
export function dropSessions(context: CareContext, sessions: StoredSession[]): void {
  for (const session of sessions) {
    context.disk.removeFolder(session.folder);
    context.disk.removeIfEmpty(`${context.paths.sessions}/${session.host}`);
    const elsewhere = storedSessions(context.disk, context.paths.sessions).some(
      (other) => other.name === session.name,
    );
    if (!elsewhere) context.disk.remove(`${context.paths.watch}/${session.name}`);
  }
  // A launcher without a session id looks at this folder itself, so it is there only while something waits.
  context.disk.removeIfEmpty(context.paths.watch);
}
