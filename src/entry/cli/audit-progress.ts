import type { AuditStep } from '../../app/audit/audit-records.ts';
import type { RecordDisk } from '../../app/records/ports.ts';
import { type Root, walk } from '../../app/records/walk.ts';
import { count } from '../../core/audit/words.ts';
import type { Progress } from '../../platform/progress.ts';
import { size } from './table.ts';

const barCharacters = 24;

/** What there is to read: counted by names alone, before anything is opened. */
interface Amount {
  files: number;
  bytes: number;
}

/** Tells how far an audit is, as a bar by bytes. */
export function followAudit(
  progress: Progress,
  disk: RecordDisk,
  roots: readonly Root[],
  sinceMs = 0,
): (step: AuditStep) => void {
  const all: Amount = { files: 0, bytes: 0 };
  for (const met of walk(disk, roots)) {
    if (!('candidate' in met) || met.candidate.modifiedMs < sinceMs) continue;
    all.files += 1;
    all.bytes += met.candidate.size;
    progress.show(() => `Looking for transcripts: ${count(all.files)} files`);
  }
  const done: Amount = { files: 0, bytes: 0 };
  let current: AuditStep | undefined;
  return (step) => {
    // Nothing was counted: all of it is older than what is asked for, or came meanwhile.
    if (all.files === 0) return;
    if (step.bytes === undefined) {
      // Conversations of one database are one file.
      if (step.path !== current?.path) {
        done.files += 1;
        done.bytes += current?.size ?? 0;
      }
      current = step;
    }
    const read = Math.min(all.bytes, done.bytes + (step.bytes ?? 0));
    progress.show(() => bar(Math.min(done.files, all.files), read, all));
  };
}

function bar(files: number, bytes: number, all: Amount): string {
  const part = all.bytes === 0 ? 1 : bytes / all.bytes;
  const full = Math.round(part * barCharacters);
  const drawn = '#'.repeat(full) + '-'.repeat(barCharacters - full);
  return `[${drawn}] ${Math.floor(part * 100)} %  ${count(files)} of ${count(all.files)} files, ${size(bytes)} of ${size(all.bytes)}`;
}
