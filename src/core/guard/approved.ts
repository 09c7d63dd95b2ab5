import type { LedgerEntry } from '../ledger/entry.ts';

/**
 * True where the user plainly said yes to the question whether this very command may be run, and it was not run since: a yes
 * is for one time. Judged by the host's record; the command stands in the question between back quotes or quotation marks.
 */
export function isApproved(
  command: string,
  entries: readonly LedgerEntry[],
  callId: string | undefined,
): boolean {
  const wanted = plain(command);
  const answer = entries.findLast(
    (entry) => entry.kind === 'answer' && asks(entry.question, command),
  );
  if (answer?.kind !== 'answer' || answer.verdict !== 'yes' || answer.source !== 'record')
    return false;
  return !entries.some(
    (entry) =>
      entry.kind === 'call' &&
      entry.id !== callId &&
      entry.began > answer.began &&
      entry.ended !== undefined &&
      entry.outcome !== 'denied' &&
      plain(entry.command ?? '') === wanted,
  );
}

/** True for a question about this very command: it stands there between back quotes or quotation marks. */
export function asks(question: string, command: string): boolean {
  const text = plain(question);
  const wanted = plain(command);
  return text.includes(`\`${wanted}\``) || text.includes(`"${wanted}"`);
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
