import type { HookDeps } from '../../app/hook/context.ts';
import { storesOf } from '../../hosts/record-registry.ts';
import { recordDisk } from '../../platform/record-disk.ts';

/** The same, where the host keeps its records in a database: they are read from there. */
export function withStoredRecord(deps: HookDeps): HookDeps {
  const { host, files } = deps;
  if (host.inDatabase === undefined) return deps;
  const placeOf = host.inDatabase;
  const format = storesOf(host.id).find((store) => store.format.kind === 'database')?.format;
  return {
    ...deps,
    files: { ...files, stat: (path) => files.stat(placeOf(path)?.database ?? path) },
    records(path, _reader, cursor, onItem) {
      const place = placeOf(path);
      if (place === undefined || format?.kind !== 'database') return undefined;
      const opened = recordDisk.openDatabase(place.database);
      if ('refused' in opened) return undefined;
      const unknown: Record<string, number> = {};
      let damaged = 0;
      try {
        const next = format.since?.(opened.database, place.session, cursor, {
          item: onItem,
          unknown(kind) {
            unknown[kind] = (unknown[kind] ?? 0) + 1;
          },
          damaged() {
            damaged += 1;
          },
        });
        if (next === undefined) return undefined;
        const { removed, ...after } = next;
        return { cursor: after, damaged, unknown, ...(removed === 1 ? { removed: true } : {}) };
      } catch (error) {
        if (recordDisk.databaseFault(error) === undefined) throw error;
        return undefined;
      } finally {
        opened.close();
      }
    },
  };
}
