import type { CliContext } from './context.ts';
import { withIndex } from './recall-index.ts';

/**
 * Takes out of the index what it holds of records that did not change since a moment, in milliseconds since 1970, and has
 * them left out until they change. Returns how many there are.
 */
export function pruneIndex(context: CliContext, beforeMs: number, dryRun: boolean): number {
  if (context.install.disk.stat(context.paths.index) === undefined) return 0;
  return withIndex(context, false, ({ index }) => {
    const old = index.records().filter((record) => record.modifiedMs < beforeMs);
    if (dryRun || old.length === 0) return old.length;
    const written = index.write((writer) => {
      for (const { id } of old) writer.removeRecord(id);
      writer.putPrunedBefore(beforeMs);
    });
    if (written !== 'done') return 0;
    index.shrink();
    return old.length;
  });
}
