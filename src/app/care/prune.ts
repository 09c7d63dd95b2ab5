import type { Disk } from '../install/disk.ts';
import type { Clock } from '../ports.ts';
import { dropHandoffsOf } from './prune-handoffs.ts';
import { type SessionOnDisk, sessionsOnDisk } from './sessions.ts';

/** What care of the state works with. */
export interface CareContext {
  disk: Disk;
  clock: Clock;
  paths: {
    home: string;
    sessions: string;
    watch: string;
    watchBefore: string;
    quiet: string;
    quietEnds: string;
    tasks: string;
  };
}

const dayMs = 24 * 60 * 60 * 1000;

/** Sessions in which nothing was written for so many days. */
export function oldSessions(context: CareContext, days: number): SessionOnDisk[] {
  const limit = context.clock.now().getTime() - days * dayMs;
  return sessionsOnDisk(context.disk, context.paths.sessions).filter(
    (session) => session.lastMs < limit,
  );
}

/** Removes the state of sessions, and that anything waits for their tool calls. */
export function dropSessions(context: CareContext, sessions: SessionOnDisk[]): void {
  const { watch, watchBefore, quiet, quietEnds } = context.paths;
  const watched = [watch, watchBefore, quiet, quietEnds];
  const shown = `${context.paths.home}/status-line`;
  for (const session of sessions) {
    context.disk.removeFolder(session.folder);
    context.disk.removeIfEmpty(`${context.paths.sessions}/${session.host}`);
    dropNotices(context, `${session.host}/${session.name}`);
    dropHandoffsOf(context, `${session.host}/${session.name}`);
    forgetLastTask(context, `${session.host}/${session.name}`);
    const elsewhere = sessionsOnDisk(context.disk, context.paths.sessions).some(
      (other) => other.name === session.name,
    );
    if (elsewhere) continue;
    for (const folder of watched) context.disk.remove(`${folder}/${session.name}`);
    for (const end of ['', '.full']) context.disk.remove(`${shown}/${session.name}${end}`);
  }
  // A launcher without a session id looks at this folder itself, so it is there only while something waits.
  for (const folder of [...watched, shown]) context.disk.removeIfEmpty(folder);
}

/** What waits to be told to a session that is gone, and what was told to it. */
function dropNotices({ disk, paths }: CareContext, key: string): void {
  const folder = `${paths.home}/notices/${key}`;
  if (disk.stat(folder)?.kind === 'folder') disk.removeFolder(folder);
}

/** Removes what the task records say about a session. */
function forgetLastTask(context: CareContext, key: string): void {
  for (const name of context.disk.list(context.paths.tasks)) {
    const path = `${context.paths.tasks}/${name}`;
    if (sessionOf(context.disk.readText(path)) === key) context.disk.remove(path);
  }
}

function sessionOf(text: string | undefined): unknown {
  try {
    return (JSON.parse(text ?? '') as { session?: unknown } | null)?.session;
  } catch {
    return undefined;
  }
}
