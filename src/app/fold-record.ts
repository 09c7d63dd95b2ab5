import type { ConversationItem } from '../core/conversation.ts';
import type { StoredCursor } from '../core/recovery/entry.ts';
import { type FoldState, foldAnew, foldItem, keepFilesOf, newFold } from '../core/snapshot/fold.ts';
import type { RecordReader } from '../hosts/host.ts';
import type { RecordSource } from './ports.ts';

/** A fold, and where the reading of its record stopped. */
export interface FoldStart {
  cursor: StoredCursor | undefined;
  state: FoldState;
}

export interface FoldedRecord {
  read: NonNullable<ReturnType<RecordSource>>;
  state: FoldState;
}

/** Readings from the beginning at most: a record may tell of another rewind while it is read. */
const mostAnew = 3;

/**
 * Reads what is new in a record and adds it to the fold that `begin` gives, a state of its own each time. Where the new rows
 * take turns back that were folded as counting, the record is read from its beginning. `onItem` gets what is new, once.
 * Undefined when the record cannot be read.
 */
export function foldRecord(
  records: RecordSource,
  path: string,
  reader: () => RecordReader,
  begin: () => FoldStart,
  onItem: (item: ConversationItem) => void,
): FoldedRecord | undefined {
  const start = begin();
  let { state } = start;
  const knows = state.rewound !== undefined;
  let read = records(path, reader(), start.cursor, (item) => {
    foldUntilStale(state, item);
    onItem(item);
  });
  if (read === undefined) return undefined;
  if (read.reset && knows) {
    // Another file stands there: the places that are known are none of its own.
    state = begin().state;
    delete state.rewound;
    read = records(path, reader(), undefined, (item) => foldItem(state, item)) ?? read;
  }
  if (read.removed) {
    const anew = newFold();
    const again = records(path, reader(), undefined, (item) => foldItem(anew, item));
    if (again !== undefined) {
      keepFilesOf(state, anew);
      state = anew;
      read = again;
    }
  }
  for (let tries = 0; state.rewound?.stale && tries < mostAnew; tries += 1) {
    const anew = foldAnew(state);
    const fold = tries < mostAnew - 1 ? foldUntilStale : foldItem;
    const again = records(path, reader(), undefined, (item) => fold(anew, item));
    if (again === undefined) break;
    state = anew;
    read = again;
  }
  return { read, state };
}

/** What is folded after a rewind that makes the fold stale is folded again: until then only other rewinds matter. */
function foldUntilStale(state: FoldState, item: ConversationItem): void {
  if (!state.rewound?.stale || item.type === 'rewind') foldItem(state, item);
}
