import { findRecords } from '../../app/records/find.ts';
import { recordStores } from '../../hosts/record-registry.ts';
import { recordDisk } from '../../platform/record-disk.ts';
import { rootsFor } from './audit-wish.ts';
import type { CliContext } from './context.ts';

/** A client's transcript of a session that has no state here. */
export interface RecordOfSession {
  session: string;
  host: string;
  path: string;
}

/** A shorter beginning of an id is not looked for in all transcripts. */
const shortest = 8;

/**
 * The transcript of the session with this id, or with an id that begins so, among the clients' usual places; undefined where
 * there is none, where there are several, where many sessions share one file, and where no file's path tells the id.
 */
export function recordOfSession(context: CliContext, named: string): RecordOfSession | undefined {
  if (named.length < shortest) return undefined;
  const { env, home, cwd } = context;
  // Only files whose path has the beginning of the id are opened: there may be thousands.
  const beginning = named.slice(0, shortest);
  const stores = recordStores
    .filter(({ format }) => format.kind !== 'database')
    .map((store) => ({
      ...store,
      mayBe: (path: string) => path.includes(beginning) && store.mayBe(path),
    }));
  const roots = rootsFor([], stores, cwd, { env, home, platform: process.platform });
  const found: RecordOfSession[] = [];
  const accepts = ({ session, subagent }: { session?: string; subagent?: boolean }) =>
    subagent !== true && session?.startsWith(named) === true;
  for (const met of findRecords(recordDisk, roots, { accepts })) {
    if (!('ref' in met) || met.ref.session === undefined) continue;
    const { session, store, path } = met.ref;
    found.push({ session, host: store.host, path });
  }
  const exact = found.filter(({ session }) => session === named);
  const best = exact.length > 0 ? exact : found;
  return best.length === 1 ? best[0] : undefined;
}
