import { TakenBack } from '../../core/ledger/taken-back.ts';
import type { StoredCursor } from '../../core/recovery/entry.ts';
import { afterRewind, type KnownLeft } from '../../core/rewind/known-left.ts';
import type { Left } from '../../core/rewind/left.ts';
import type { RecordSource } from '../ports.ts';
import type { FollowedRecord } from './follow-ledger.ts';

/**
 * Goes through a whole record for what was taken back in it, and for the question that was open at a cursor without that.
 * Undefined when the record cannot be read.
 */
export function takenBackIn(
  records: RecordSource,
  record: FollowedRecord,
  cursor: StoredCursor | undefined,
): { found: TakenBack; left: Left; question: string | undefined } | undefined {
  let known: KnownLeft | undefined;
  const first = records(record.path, record.reader(), undefined, (item) => {
    if (item.type === 'rewind') known = afterRewind(known, item);
  });
  const left = known?.left ?? [];
  const found = new TakenBack(left);
  const from = typeof cursor?.offset === 'number' ? cursor.offset : 0;
  let question: string | undefined;
  const second = records(record.path, record.reader(), undefined, (item) => {
    found.take(item);
    if (item.at.offset < from) question = found.question;
  });
  return first && second && { found, left, question };
}
