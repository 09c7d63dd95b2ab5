import type { Passage } from '../../core/at-hand/passage.ts';
import type { PassageIndex } from '../../core/at-hand/passage-index.ts';
import type { Worked } from '../../core/at-hand/worked.ts';
import type { StoredCursor } from '../../core/recovery/entry.ts';

/** Name of the file in a session's folder. It is derived from the record, and can be removed at any time. */
export const passagesFile = 'passages';

/** Name of the file beside it that holds forms of commands that failed, and those that then worked. */
export const workedFile = 'worked.json';

/** What was said and seen in a session before its last compaction, as far as it is brought up again. */
export interface KeptPassages {
  record: string;
  /** When it was made, ISO time. */
  at: string;
  /** Where the reading stopped, if the next one may go on there. */
  cursor?: StoredCursor;
  /** Where what the agent has before it begins in the record: at the compaction, or at the end before it. */
  context: number;
}

/** The passages of one session on disk. */
export interface PassageStore {
  /** Undefined where there is none, or it is of another version. */
  head(): KeptPassages | undefined;
  all(): Passage[];
  index(): PassageIndex | undefined;
  /** False where the disk refuses. */
  write(head: KeptPassages, passages: readonly Passage[]): boolean;
  writeWorked(rows: readonly Worked[]): void;
}
