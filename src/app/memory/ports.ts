import type { MemoryProgress } from '../../core/memory/progress.ts';
import type { StoredCursor } from '../../core/recovery/entry.ts';

/** Names in the folder of a session: its memory, and how many bytes of the record were looked at for it. */
export const memoryFile = 'memory.md';
export const memoryMark = 'memory-mark';

/** How far a memory has read its record; with the facts up to there it goes on and never reads anything twice. */
export interface MemoryState {
  record: string;
  cursor: StoredCursor;
  progress: MemoryProgress;
  /** The fold up to there. */
  facts: unknown;
}

/** The memory of one session on disk. */
export interface MemoryStore {
  /** Undefined where nothing is kept, or what is kept is of another version. */
  readState(): MemoryState | undefined;
  /** `size`: bytes of the record that were looked at, for a later look that need not read. */
  keepState(state: MemoryState, size: number): void;
  /** The text without secrets, as it stands on disk now; undefined when the disk refuses. */
  write(text: string): string | undefined;
}
