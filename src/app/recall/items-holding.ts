import { handleText, recordKey } from '../../core/search/handle.ts';
import { searchableOf } from '../../core/search/searchable.ts';
import { findRecords } from '../records/find.ts';
import type { RecordDisk } from '../records/ports.ts';
import { readConversation } from '../records/read.ts';
import type { Root } from '../records/walk.ts';
import { RowCount } from './row-count.ts';

/** As much of a text as any reader gives. */
const wholeText = 1_048_576;

/**
 * Handles of all items below the roots whose text holds a string. Every record is read, since the index does not hold what
 * it took for a secret. Each has two handles, since that of a record depends on whether it is the first of its name.
 */
export function itemsHolding(
  disk: RecordDisk,
  roots: readonly Root[],
  text: string,
  onRecord?: (path: string) => void,
): { handles: Set<string>; count: number } {
  let places = 0;
  const handles = new Set<string>();
  for (const found of findRecords(disk, roots)) {
    if (!('ref' in found)) continue;
    const { ref } = found;
    onRecord?.(ref.path);
    const { host } = ref.store;
    const keys = [recordKey(host, ref.session, ref.path), recordKey(host, ref.path, ref.path)];
    const count = new RowCount();
    readConversation(
      disk,
      ref,
      (item) => {
        const given = searchableOf(item, wholeText);
        if (given === undefined) return;
        const { offset } = item.at;
        const nth = count.next(offset);
        if (!given.text.includes(text)) return;
        places += 1;
        for (const record of keys) handles.add(handleText({ record, offset, nth }));
      },
      undefined,
      wholeText,
    );
  }
  return { handles, count: places };
}
