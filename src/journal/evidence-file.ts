import { join } from 'node:path';
import type { LedgerEntry } from '../core/ledger/entry.ts';
import { type LedgerMark, type LedgerReading, readLines } from '../core/ledger/lines.ts';
import { redactDeep } from '../core/trust/redact.ts';
import { appendLines } from '../platform/append-line.ts';
import { readSmall } from '../platform/small-files.ts';

/** Where the ledger of a session lies. */
export function evidencePath(folder: string): string {
  return join(folder, 'evidence.ndjson');
}

/** The ledger of a session, beside its journal: append-only, one entry a line, without secrets. `appendTo`: how lines get there. */
export function openEvidenceFile(
  folder: string,
  redact: readonly RegExp[],
  appendTo: typeof appendLines = appendLines,
): {
  read(): LedgerReading;
  clean<Line>(line: Line): Line;
  append(lines: readonly (LedgerEntry | LedgerMark)[]): boolean;
} {
  const path = evidencePath(folder);
  return {
    read: () => readLines(readSmall(path) ?? ''),
    clean: (line) => redactDeep(line, redact),
    append(lines) {
      try {
        appendTo(
          path,
          lines.map((line) => JSON.stringify(redactDeep(line, redact))),
        );
        return true;
      } catch {
        return false;
      }
    },
  };
}
