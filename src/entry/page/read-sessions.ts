import { join } from 'node:path';
import { readMemory } from '../../app/memory/read-memory.ts';
import type { SessionListDeps, SessionLists } from '../../app/page/session-list.ts';
import { sessionPage } from '../../app/page/session-page.ts';
import type { RecordRef } from '../../app/records/find.ts';
import type { SessionPage, SessionRow } from '../../core/page/model.ts';
import type { StoredCursor } from '../../core/recovery/entry.ts';
import { redact, redactDeep } from '../../core/trust/redact.ts';
import { recordStores } from '../../hosts/record-registry.ts';
import { hostById } from '../../hosts/registry.ts';
import { openSessionIndex } from '../../journal/session-index.ts';
import { clock } from '../../platform/clock.ts';
import { files } from '../../platform/files.ts';
import { makeFolder } from '../../platform/make-folder.ts';
import { recordDisk } from '../../platform/record-disk.ts';
import { readStart, replaceSmall } from '../../platform/small-files.ts';
import { rootsFor } from '../cli/audit-wish.ts';
import type { CliContext } from '../cli/context.ts';
import { redactionPatterns } from '../cli/redaction-patterns.ts';

/** More than the kept list of any machine takes. */
const longestCache = 256 * 1024 * 1024;
/** What a brief may take on a client that is read here but not served yet. */
const usualBrief = { whole: 9_500, head: 1_900 };

/** What the list of sessions is made with. */
export function listDeps(context: CliContext, epoch: string): SessionListDeps {
  const { home } = context.paths;
  const machine = { env: context.env, home: context.home, platform: process.platform };
  const roots = rootsFor([], recordStores, context.cwd, machine);
  const patterns = redactionPatterns(context);
  const folder = join(home, 'page');
  const path = join(folder, 'sessions.json');
  return {
    disk: recordDisk,
    roots: () => roots,
    index: openSessionIndex(home),
    clientOf,
    shown: (text) => redact(text, patterns),
    nowMs: () => clock.now().getTime(),
    cache: {
      read: () => readStart(path, longestCache),
      write(text) {
        makeFolder(folder);
        replaceSmall(path, text);
      },
    },
    epoch,
  };
}

function clientOf(host: string): string {
  return recordStores.find((store) => store.host === host)?.title ?? hostById(host)?.title ?? host;
}

/** The one session that a name means, or why there is none. */
export function sessionsNamed(
  lists: SessionLists,
  named: string,
):
  | { row: SessionRow; ref?: RecordRef }
  | { fault: { code: string; message: string; hint: string } } {
  const found = lists.find(named);
  const [only] = found;
  if (only === undefined) {
    const message = `No session of this machine matches "${named}".`;
    const hint = 'Open the list with "holdfast open" and choose one.';
    return { fault: { code: 'not-found', message, hint } };
  }
  if (found.length === 1) return only;
  const some = found.slice(0, 3).map(({ row }) => row.session ?? row.key);
  const message = `"${named}" matches the ids of ${found.length} sessions.`;
  return { fault: { code: 'usage', message, hint: `Give more of it: ${some.join(', ')}` } };
}

/** Everything that the page shows of a session, without secrets, and from where its transcript can be read on. */
export function readSession(
  context: CliContext,
  { row, ref }: { row: SessionRow; ref?: RecordRef },
): { page: SessionPage; cursor: StoredCursor | undefined } {
  const index = openSessionIndex(context.paths.home);
  const stored = row.hooked
    ? index.list().find(({ host, id }) => host === row.host && id === row.session)
    : undefined;
  const capabilities = hostById(row.host)?.capabilities;
  const { page, cursor } = sessionPage({
    disk: recordDisk,
    row,
    ref,
    state: stored && index.read(stored).state,
    limits:
      capabilities === undefined
        ? usualBrief
        : { whole: capabilities.injectCharacters, head: capabilities.injectHeadCharacters },
    memory: stored && readMemory(files, stored.folder),
  });
  return { page: redactDeep(page, redactionPatterns(context)), cursor };
}
