import { type CheckContext, checkTicket } from './check.ts';
import { maxTicketCharacters, parseTicket } from './parse.ts';
import { moveFault } from './status.ts';

/**
 * Why a change of a ticket must not be written, as one sentence for the agent; undefined when it may. `before` is
 * undefined for a file that is not there yet. What was wrong before the change may stay wrong.
 */
export function judgeEdit(
  before: string | undefined,
  after: string,
  path: string,
  context: CheckContext,
): string | undefined {
  if (before === undefined || before.trim() === '') return judgeNew(after, path, context);
  if (after.length > maxTicketCharacters) {
    return 'The ticket would have more than 2 MB. Put what is long into a file of its own and name it in the ticket.';
  }
  const lost = lostProgress(before, after, path);
  if (lost.length > 0) {
    const more = lost.length > 1 ? ` and ${lost.length - 1} more` : '';
    return `Progress is only ever added to: this would delete or rewrite "${clip(lost[0]!)}"${more}. Keep earlier lines as they are and add yours below them.`;
  }
  const from = parseTicket(before, path).ticket.status;
  const { ticket, statusText, statusLine } = parseTicket(after, path);
  if (from !== undefined && ticket.status === undefined) {
    return statusText === undefined
      ? 'This would take the status out of the ticket.'
      : `Line ${statusLine}: "${clip(statusText)}" is not a ticket status.`;
  }
  const moved = from && ticket.status && moveFault(from, ticket.status);
  if (moved) return moved;
  const known = new Set(checkTicket(before, path, context).map((fault) => fault.what));
  const fault = checkTicket(after, path, context).find((each) => !known.has(each.what));
  return fault && `Line ${fault.line}: ${fault.what}.`;
}

/** Entries of Progress that a change takes away or alters, as they were written, in order. */
export function lostProgress(before: string, after: string, path: string): string[] {
  if (after.length > maxTicketCharacters) return [];
  const left = new Map<string, number>();
  for (const entry of parseTicket(after, path).ticket.progress) {
    left.set(same(entry), (left.get(same(entry)) ?? 0) + 1);
  }
  return parseTicket(before, path).ticket.progress.filter((entry) => {
    const count = left.get(same(entry)) ?? 0;
    left.set(same(entry), count - 1);
    return count <= 0;
  });
}

function judgeNew(text: string, path: string, context: CheckContext): string | undefined {
  const fault = checkTicket(text, path, context)[0];
  if (fault === undefined) return undefined;
  return `Line ${fault.line} of the new ticket: ${fault.what}. "holdfast ticket new TITLE" makes one in the right form.`;
}

/** Blanks may change; nothing else. */
function same(entry: string): string {
  return entry.replace(/\s+/g, ' ').trim();
}

function clip(text: string): string {
  return text.length <= 120 ? text : `${text.slice(0, 119)}…`;
}
