import type { RecallIndex, StoredRecord } from '../../app/recall/ports.ts';
import { ofProject } from '../../app/records/of-project.ts';
import { refuseEmptyId } from '../../app/sessions/session-id.ts';
import { Fault } from '../../core/errors.ts';
import type { CliContext } from './context.ts';

/** Whose records are wanted. */
export interface RecordsWish {
  session?: string;
  host: string[];
  /** Absolute. */
  project?: string;
}

/** Tells the records that a person wants; undefined where all are. Throws a Fault where a session is not known. */
export function acceptedRecords(
  context: CliContext,
  index: RecallIndex,
  { session, host, project }: RecordsWish,
): ((record: StoredRecord) => boolean) | undefined {
  if (session === undefined && host.length === 0 && project === undefined) return undefined;
  const ids = session === undefined ? undefined : sessionIds(index, session);
  const folders =
    project === undefined
      ? undefined
      : [project, context.install.disk.realPath(project) ?? project];
  return (record) =>
    (ids === undefined || ids.has(record.session ?? '')) &&
    (host.length === 0 || host.includes(record.host)) &&
    (folders === undefined || ofProject(folders, record));
}

function sessionIds(index: RecallIndex, given: string): Set<string> {
  refuseEmptyId(given);
  const all = new Set(index.records().map(({ session }) => session ?? ''));
  if (all.has(given)) return new Set([given]);
  const found = [...all].filter((id) => id.startsWith(given));
  if (found.length === 0) {
    throw new Fault('not-found', `No transcript of a session "${given}" is indexed.`, {
      hint: 'Leave --session out to search all sessions.',
    });
  }
  return new Set(found);
}
