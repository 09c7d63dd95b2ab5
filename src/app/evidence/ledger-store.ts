import type { LedgerEntry } from '../../core/ledger/entry.ts';
import type { LedgerMark, LedgerReading, TakenBackLine } from '../../core/ledger/lines.ts';

/** The ledger of one session on disk. */
export interface LedgerStore {
  read(): LedgerReading;
  /** A line without secrets, as it will be read again. */
  clean<Line extends LedgerEntry>(line: Line): Line;
  /** Appends in order. False when the disk refuses. */
  append(lines: readonly (LedgerEntry | LedgerMark | TakenBackLine)[]): boolean;
}
