import { textHash } from '../../core/hash.ts';
import { handleText, recordKey } from '../../core/search/handle.ts';
import { searchableOf } from '../../core/search/searchable.ts';
import { redact } from '../../core/trust/redact.ts';
import { findRecords } from '../records/find.ts';
import type { RecordDisk } from '../records/ports.ts';
import { readConversation } from '../records/read.ts';
import type { Root } from '../records/walk.ts';
import { keptForSearch } from './index-record.ts';
import { RowCount } from './row-count.ts';

/** As much of a text as any reader gives. */
const wholeText = 1_048_576;

/** Of a text that is hardly longer than the string itself no fingerprint is kept, since the string could be guessed by it. */
const leastBeside = 24;

/** Items that hold a string, as what is kept to pass over them. */
export interface Holding {
  handles: Set<string>;
  texts: Set<number>;
  /** How many items there are. */
  count: number;
}

/**
 * All items below the roots whose text holds a string. Every record is read, since the index does not hold what it took for a
 * secret. Each has two handles, since that of a record depends on whether it is the first of its name.
 */
export function itemsHolding(
  disk: RecordDisk,
  roots: readonly Root[],
  text: string,
  patterns: readonly RegExp[],
  onRecord?: (path: string) => void,
): Holding {
  let places = 0;
  const handles = new Set<string>();
  const texts = new Set<number>();
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
        if (given.text.length < text.length + leastBeside) return;
        const taken = searchableOf(item, keptForSearch)?.text ?? given.text;
        texts.add(textHash(redact(taken, patterns)));
      },
      undefined,
      wholeText,
    );
  }
  return { handles, texts, count: places };
}
