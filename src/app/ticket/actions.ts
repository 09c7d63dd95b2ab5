import { Fault } from '../../core/errors.ts';
import {
  addProgress,
  closeResult,
  moveStatus,
  oneLine,
  setKey,
  setResult,
} from '../../core/ticket/edit.ts';
import { judgeEdit } from '../../core/ticket/judge-edit.ts';
import { parseTicketFile } from '../../core/ticket/parse.ts';
import { isClosed } from '../../core/ticket/status.ts';
import type { Ticket, TicketStatus } from '../../core/ticket/ticket.ts';
import { userTime } from '../../core/time-text.ts';
import { fileText } from '../../core/trust/file-text.ts';
import { type ChangeDeps, type Changed, changeTicket } from './change.ts';
import {
  type ClaimPlace,
  type ClaimWish,
  claimLease,
  type LeaseDeps,
  leaseOf,
  releaseLease,
} from './leases.ts';
import { readTicket } from './store.ts';

/** What a person, a worker or a handler does to a ticket. */
export interface TicketDeps extends ChangeDeps, LeaseDeps {
  /** Patterns of what must never be written, beside the shapes of secrets that are known. */
  patterns: readonly RegExp[];
  /** Told of each progress line and status move, for a tracker. Never throws. */
  onChange?(change: TicketChange): void;
}

/** One step of a ticket, as others are told of it. */
export interface TicketChange {
  path: string;
  ticket: Ticket;
  kind: 'progress' | 'moved' | 'result';
  text: string;
  /** ISO time. */
  time: string;
}

/** What came of an action. */
export interface Acted extends Changed {
  ticket: Ticket;
}

/** How a move is told where the status is not the word for it. */
const movedWords: Partial<Record<TicketStatus, string>> = { queued: 'reopened' };

/** Longer entries belong into a file, or the result. */
const maxEntry = 2_000;

/** Adds a progress line. A ticket that was claimed or blocked is in progress by that. */
export function progressTicket(
  deps: TicketDeps,
  path: string,
  entry: string,
  owner?: string,
): Acted {
  const text = entryText(deps, entry, 'holdfast ticket progress ID "what was done"');
  // Nobody is named: whoever it is, the work goes on, and so does the lease.
  return asOwner(deps, path, owner ?? leaseOf(deps, path)?.owner, () =>
    act(deps, path, 'progress', text, (before, time) => {
      const status = parseTicketFile(before, path).status;
      // Whoever reports in a name has taken it.
      const taken =
        owner !== undefined && status === 'queued' ? moveStatus(before, 'claimed', path) : before;
      const begins = taken !== before || status === 'claimed' || status === 'blocked';
      const moved = begins ? moveStatus(taken, 'in-progress', path) : before;
      return addProgress(moved, text, time);
    }),
  );
}

/** Moves a ticket, and says why in its progress. `reason` may be empty where the move says it all. */
export function moveTicket(
  deps: TicketDeps,
  path: string,
  to: TicketStatus,
  reason: string,
  owner?: string,
): Acted {
  const why = reason.trim() === '' ? '' : entryText(deps, reason, '');
  const entry = [movedWords[to] ?? to, why].filter((part) => part !== '').join(': ');
  const acted = asOwner(deps, path, owner, () =>
    act(deps, path, 'moved', entry, (before, time) => {
      const was = parseTicketFile(before, path).status;
      const again = to === 'queued' && was !== undefined && isClosed(was);
      const open = again ? closeResult(before, time) : before;
      const moved = moveStatus(begunIfClaimed(open, to, path), to, path);
      return moved === before && why === '' ? before : addProgress(moved, entry, time);
    }),
  );
  if (isClosed(to) || to === 'queued') endLease(deps, path, owner);
  return acted;
}

/** Ends a ticket as done. Without a result, in the file or given now, it is not. */
export function finishTicket(
  deps: TicketDeps,
  path: string,
  result: string | undefined,
  owner?: string,
): Acted {
  const given = result === undefined ? undefined : fileText(result, deps.patterns).trim();
  const acted = asOwner(deps, path, owner, () =>
    act(deps, path, 'moved', 'done', (before, time) => {
      const { result: had, status } = parseTicketFile(before, path);
      if (status === 'done' && given && !had?.includes(given)) {
        throw new Fault('refused', `${path}: it is already done, with another result.`, {
          hint: 'Reopen it first: holdfast ticket reopen ID',
        });
      }
      if (!given && had === undefined) {
        throw new Fault('refused', `${path}: its Result is empty, so it is not done.`, {
          hint: 'Give it with --result TEXT, or write it below "## Result".',
        });
      }
      const moved = moveStatus(begunIfClaimed(before, 'done', path), 'done', path);
      const written = given && !had?.includes(given) ? setResult(moved, given) : moved;
      return moved === before ? written : addProgress(written, 'done', time);
    }),
  );
  endLease(deps, path, owner);
  return acted;
}

/** Puts a ticket back to queued. */
export function reopenTicket(
  deps: TicketDeps,
  path: string,
  reason: string,
  owner?: string,
): Acted {
  const held = leaseOf(deps, path);
  if (held?.worker && held.owner !== owner) {
    throw new Fault(
      'refused',
      `${path}: ${held.owner} is working on it (process ${held.worker.pid}).`,
      {
        hint: `Stop it first: holdfast stop ${held.owner}`,
      },
    );
  }
  const acted = moveTicket(deps, path, 'queued', reason, owner);
  if (held) letGo(deps, path, held.owner);
  return acted;
}

/** Writes keys and sections; the whole change must be one that a ticket can make. */
export function editTicket(
  deps: TicketDeps,
  path: string,
  edit: (text: string) => string,
  context: Parameters<typeof judgeEdit>[3],
): Acted {
  return act(deps, path, undefined, '', (before) => {
    const after = edit(before);
    const fault = judgeEdit(before, after, path, context);
    if (fault !== undefined) throw new Fault('refused', `${path}: ${fault}`);
    return after;
  });
}

/** Sets one key. */
export function setTicketKey(text: string, name: string, value: string | string[]): string {
  return setKey(text, name, value);
}

/** Claims a ticket for a worker: exactly one of all who do so at once wins. */
export function claimTicket(
  deps: TicketDeps,
  path: string,
  wish: ClaimWish,
):
  | { won: true; again: boolean; since: string; acted: Acted }
  | { won: false; owner: string; since: string; elsewhere?: ClaimPlace } {
  const had = leaseOf(deps, path)?.owner === wish.owner;
  const claim = claimLease(deps, path, wish);
  if (!claim.won) {
    const { owner, since, place } = claim.lease;
    sayWhatIsHeld(deps, path, owner);
    return { won: false, owner, since, ...(claim.elsewhere && place && { elsewhere: place }) };
  }
  try {
    const acted = sayClaimed(deps, path, wish.owner);
    return { won: true, again: claim.again === true, since: claim.lease.since, acted };
  } catch (error) {
    if (!had) letGo(deps, path, wish.owner);
    throw error;
  }
}

function sayClaimed(deps: TicketDeps, path: string, owner: string): Acted {
  return act(deps, path, 'moved', `claimed by ${owner}`, (before) => {
    const status = parseTicketFile(before, path).status ?? 'queued';
    return isClosed(status) || status === 'queued' ? moveStatus(before, 'claimed', path) : before;
  });
}

/** The one who claimed for the owner may have died before the ticket said so: then the next one says it. */
function sayWhatIsHeld(deps: TicketDeps, path: string, owner: string): void {
  try {
    const { ticket } = readTicket(deps, path);
    if (ticket.status === 'queued') sayClaimed(deps, path, owner);
  } catch {
    // Whoever holds it will be told what is wrong with the file.
  }
}

function act(
  deps: TicketDeps,
  path: string,
  kind: TicketChange['kind'] | undefined,
  text: string,
  edit: (before: string, time: string) => string,
): Acted {
  const time = deps.clock
    .now()
    .toISOString()
    .replace(/\.\d+Z$/, 'Z');
  const changed = changeTicket(deps, path, (before) => edit(before, time));
  const ticket = parseTicketFile(changed.after, path);
  if (kind !== undefined && changed.after !== changed.before) {
    deps.onChange?.({ path, ticket, kind, text, time });
  }
  return { ...changed, ticket };
}

/** A worker that claimed, and did the work in one go, has begun it. */
function begunIfClaimed(text: string, to: TicketStatus, path: string): string {
  const claimed = parseTicketFile(text, path).status === 'claimed';
  return claimed && (to === 'done' || to === 'review')
    ? moveStatus(text, 'in-progress', path)
    : text;
}

/**
 * Does the work in the name of an owner. Throws a Fault when the ticket is another worker's; one that lost its lease to
 * nobody has it again. What is refused leaves no lease behind that was not there before.
 */
function asOwner<T>(deps: TicketDeps, path: string, owner: string | undefined, work: () => T): T {
  if (owner === undefined) return work();
  const had = leaseOf(deps, path)?.owner === owner;
  const { won, lease } = claimLease(deps, path, { owner });
  if (!won) {
    throw new Fault(
      'refused',
      `${path} is claimed by ${lease.owner} (since ${userTime(lease.since)}), not by ${owner}.`,
      {
        hint: `${owner} has no lease on it. Nothing was written; stop working on this ticket.`,
      },
    );
  }
  try {
    return work();
  } catch (error) {
    if (!had) letGo(deps, path, owner);
    throw error;
  }
}

function endLease(deps: TicketDeps, path: string, owner: string | undefined): void {
  const held = leaseOf(deps, path);
  if (held && (owner === undefined || held.owner === owner)) letGo(deps, path, held.owner);
}

/** What was done is done, or was refused for a reason of its own: a lease that cannot be ended ends by itself. */
function letGo(deps: TicketDeps, path: string, owner: string): void {
  try {
    releaseLease(deps, path, owner);
  } catch {
    // The disk refuses.
  }
}

function entryText(deps: TicketDeps, entry: string, usage: string): string {
  const text = oneLine(fileText(entry, deps.patterns));
  if (text === '') throw new Fault('usage', 'The text is empty.', { hint: usage });
  if (text.length > maxEntry) {
    throw new Fault(
      'usage',
      `The text has ${text.length} characters; the maximum for an entry is ${maxEntry}.`,
      {
        hint: 'Write the long part into a file, and name the file here.',
      },
    );
  }
  return text;
}
