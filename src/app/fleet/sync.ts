import { createHash } from 'node:crypto';
import { Fault } from '../../core/errors.ts';
import { factsOf } from '../../core/fleet/facts.ts';
import { mergeTicket } from '../../core/fleet/merge.ts';
import { lostProgress } from '../../core/ticket/judge-edit.ts';
import { isFileId } from '../../core/ticket/new-text.ts';
import { parseTicketFile } from '../../core/ticket/parse.ts';
import { isClosed } from '../../core/ticket/status.ts';
import type { TicketStatus } from '../../core/ticket/ticket.ts';
import { cedeLease, type LeaseDeps, leaseOf, leaseTermMs, releaseLease } from '../ticket/leases.ts';
import type { FilesStore } from './files-store.ts';
import type { Mirror } from './mirror.ts';
import type { FleetLease, FleetStore, StoredTicket } from './ports.ts';

/** What bringing the files of a machine and the shared tickets together works with. */
export interface SyncDeps {
  machine: string;
  here: FilesStore;
  there: FleetStore & {
    changes(since?: string): Promise<{ next: string; tickets: { id: string; revision: string }[] }>;
  };
  mirror: Mirror;
  leases: LeaseDeps;
  /** Keeps a version that does not count; gives its place. */
  keep(path: string, text: string): string;
}

/** What a look at all tickets came to. */
export interface Synced {
  /** Tickets whose file here changed, and whose shared text did. */
  pulled: string[];
  pushed: string[];
  /** Lines of progress that went out. */
  lines: number;
  /** Work of this machine that another has now. */
  lost: { id: string; owner: string; to: FleetLease }[];
  /** What a person should know: a version that does not count, a line that was refused. */
  notes: string[];
}

/** The same while it is worked out, with the leases that a worker here kept. */
interface Work extends Synced {
  held: Record<string, string>;
}

/** So often is a ticket looked at again that changes meanwhile. */
const mostTries = 10;
/** How long a lease lasts that a process here keeps: another machine may take the ticket so long after this one is gone. */
export const heldTermMs = 5 * 60_000;

/**
 * Brings the files here and the shared tickets together: those named, else all that changed on either side. Lines of progress are
 * sent once each, whatever is cut off where. Rejects where the store cannot be reached; what went through before counts.
 */
export async function syncTickets(deps: SyncDeps, only?: readonly string[]): Promise<Synced> {
  const seen = deps.mirror.seen();
  const result: Work = { pulled: [], pushed: [], lines: 0, lost: [], notes: [], held: seen.held };
  if (only !== undefined) {
    for (const id of only) await syncOne(deps, id, result);
    deps.mirror.see(seen);
    return result;
  }
  const changes = await deps.there.changes(seen.next);
  const here = new Map(deps.here.revisions().map(({ id, revision }) => [id, revision]));
  const ids = new Set([
    ...changes.tickets
      .filter(({ id, revision }) => seen.there[id] !== revision)
      .map(({ id }) => id),
    ...[...here].filter(([id, revision]) => seen.here[id] !== revision).map(([id]) => id),
    ...Object.keys(seen.here).filter((id) => !here.has(id)),
  ]);
  for (const id of [...ids].sort()) {
    const both = await syncOne(deps, id, result);
    if (both === undefined) {
      delete seen.here[id];
      delete seen.there[id];
    } else {
      seen.here[id] = both.here;
      seen.there[id] = both.there;
    }
  }
  await keepLeases(deps, result);
  deps.mirror.see({ ...seen, next: changes.next });
  return result;
}

/** Gives the revisions that are alike now; undefined where a ticket is nowhere, or no file can have its name. */
async function syncOne(
  deps: SyncDeps,
  id: string,
  result: Work,
): Promise<{ here: string; there: string } | undefined> {
  if (!isFileId(id)) {
    result.notes.push(
      `The shared ticket ${JSON.stringify(id)} has an id that no file can have here; it is left out.`,
    );
    return undefined;
  }
  for (let tries = 0; tries < mostTries; tries += 1) {
    const done = await syncOnce(deps, id, result);
    if (done !== 'again') return done;
  }
  throw new Fault('refused', `The ticket ${id} keeps changing, so it was not synchronised.`, {
    hint: 'Run "holdfast fleet sync" again.',
  });
}

async function syncOnce(
  deps: SyncDeps,
  id: string,
  result: Work,
): Promise<{ here: string; there: string } | 'again' | undefined> {
  const local = await deps.here.read(id);
  if (local !== undefined) settle(deps, id, local.text);
  const base = deps.mirror.base(id);
  const shared = await deps.there.read(id);
  if (local === undefined && shared === undefined) {
    deps.mirror.forget(id);
    return undefined;
  }
  if (local === undefined) return bringHere(deps, id, shared!, result);
  if (shared === undefined) {
    if (!(await deps.there.create({ id, text: local.text }))) return 'again';
    deps.mirror.agreed(id, local.text);
    result.pushed.push(id);
    return 'again';
  }
  if (local.text === shared.text) {
    if (base !== shared.text) deps.mirror.agreed(id, shared.text);
    await followLease(deps, id, shared.lease, local.text, result);
    return { here: local.revision, there: shared.revision };
  }
  const path = `${id}.md`;
  const sent = await sendLines(deps, id, local.text, base ?? shared.text, result);
  const fresh = sent.added > 0 ? await deps.there.read(id) : shared;
  if (fresh === undefined) return 'again';
  const isOthers = fresh.lease !== undefined && fresh.lease.machine !== deps.machine;
  const merged = mergeTicket(
    base ?? '',
    local.text,
    fresh.text,
    path,
    base !== undefined && !isOthers,
  );
  // Lines that were refused stay in the file here, and are no part of what both agree on.
  let agreed = fresh;
  if (merged.text !== fresh.text && base !== undefined && !isOthers) {
    const updated = await deps.there.update(id, fresh.revision, { id, text: merged.text });
    if (updated === 'moved') return 'again';
    if (updated === 'refused')
      result.notes.push(`${id}: this machine may not change the shared ticket.`);
    else {
      agreed = { ...fresh, text: merged.text, revision: updated.revision };
      result.pushed.push(id);
    }
  }
  if (merged.conflict) {
    const kept = deps.keep(deps.here.pathOf(id)!, local.text);
    result.notes.push(
      `${id} was changed here and elsewhere; the shared version counts. The one from here: ${kept}`,
    );
  }
  let revision = local.revision;
  if (merged.text !== local.text) {
    deps.mirror.replacing(id, base, agreed.text);
    const written = await deps.here.update(id, local.revision, { id, text: merged.text });
    if (typeof written === 'string') return 'again';
    revision = written.revision;
    result.pulled.push(id);
  }
  deps.mirror.agreed(id, agreed.text);
  await followLease(deps, id, agreed.lease, merged.text, result);
  return { here: revision, there: agreed.revision };
}

async function bringHere(
  deps: SyncDeps,
  id: string,
  shared: StoredTicket,
  result: Work,
): Promise<'again' | undefined> {
  if (!(await deps.here.create({ id, text: shared.text }))) {
    const why = 'what lies in its place is no ticket';
    if ((await deps.here.read(id)) !== undefined) return 'again';
    throw new Fault('refused', `The shared ticket ${id} cannot be written here: ${why}.`, {
      hint: 'Move that away, then run "holdfast fleet sync" again.',
    });
  }
  deps.mirror.agreed(id, shared.text);
  result.pulled.push(id);
  return 'again';
}

/** A process that ended between saying what it writes and saying that it did: the file shows which it was. */
function settle(deps: SyncDeps, id: string, text: string): void {
  const to = deps.mirror.unfinished(id);
  if (to === undefined) return;
  const base = deps.mirror.base(id);
  const isWritten =
    text === to || (text !== base && lostProgress(to, text, `${id}.md`).length === 0);
  if (isWritten) deps.mirror.agreed(id, to);
  else if (base === undefined) deps.mirror.forget(id);
  else deps.mirror.agreed(id, base);
}

/** Sends the lines that the file has and the base lacks. Each has an id that a second try gives it again. */
async function sendLines(
  deps: SyncDeps,
  id: string,
  text: string,
  base: string,
  result: Work,
): Promise<{ added: number }> {
  const path = `${id}.md`;
  const counts = new Map<string, number>();
  for (const line of parseTicketFile(base, path).progress)
    counts.set(line, (counts.get(line) ?? 0) + 1);
  let added = 0;
  for (const line of lostProgress(text, base, path)) {
    const count = (counts.get(line) ?? 0) + 1;
    counts.set(line, count);
    const entry = createHash('sha256')
      .update(JSON.stringify([deps.machine, id, line, count]))
      .digest('hex');
    const outcome = await deps.there.append(id, { id: entry, line });
    if (outcome === 'refused') {
      result.notes.push(
        `${id}: a line of progress was refused, since this machine never held the ticket: ${line}`,
      );
    } else {
      // One that was there already may be missing in what was read before it.
      added += 1;
      if (outcome === 'added') result.lines += 1;
    }
  }
  return { added };
}

/** The lease here follows the one there: which machine has a ticket is decided there, which worker on it here. */
async function followLease(
  deps: SyncDeps,
  id: string,
  lease: FleetLease | undefined,
  text: string,
  result: Work,
): Promise<void> {
  const path = deps.here.pathOf(id);
  if (path === undefined) return;
  const held = leaseOf(deps.leases, path);
  const isFromElsewhere = held?.owner.includes('@') === true;
  if (lease !== undefined && lease.machine !== deps.machine) {
    const lost = cede(deps, path, lease);
    if (lost !== undefined && !lost.includes('@')) result.lost.push({ id, owner: lost, to: lease });
    return;
  }
  if (held !== undefined && isFromElsewhere) {
    releaseLease(deps.leases, path, held.owner);
    return;
  }
  if (lease !== undefined) {
    const { status } = factsOf(text, id);
    if (held !== undefined) {
      result.held[id] = lease.term;
      if (held.owner === lease.worker) await deps.there.renew(id, lease, termOf(held));
      else await deps.there.claim(id, { worker: held.owner, termMs: termOf(held), instead: lease });
    } else if (isClosed(status) || (isOver(status) && result.held[id] === lease.term)) {
      // One that was only just taken has no worker yet.
      delete result.held[id];
      await deps.there.release(id, lease);
    }
    return;
  }
  if (held === undefined || isClosed(factsOf(text, id).status)) return;
  // It ran out there while this machine was cut off, and nobody took it since.
  const claim = await deps.there.claim(id, { worker: held.owner, termMs: termOf(held) });
  if (!claim.won && claim.lease !== undefined)
    await followLease(deps, id, claim.lease, text, result);
}

/** Where a worker let go of a ticket, another may take it. */
function isOver(status: TicketStatus): boolean {
  return status === 'queued' || status === 'review' || status === 'blocked';
}

/** A worker's own process renews its lease all the time; what a person or an agent claimed lasts as long as here. */
function termOf(held: { worker?: unknown; termMs: number }): number {
  return held.worker === undefined ? held.termMs : heldTermMs;
}

/** Leases end there and here without a change of the ticket: those that this machine has are looked at each time. */
async function keepLeases(deps: SyncDeps, result: Work): Promise<void> {
  const leases = new Map(
    (await deps.there.list({ leased: true })).map(({ id, lease }) => [id, lease]),
  );
  for (const id of new Set([...leases.keys(), ...Object.keys(result.held)])) {
    const local = isFileId(id) ? await deps.here.read(id) : undefined;
    if (local === undefined) continue;
    if (!leases.has(id)) delete result.held[id];
    await followLease(deps, id, leases.get(id), local.text, result);
  }
}

/**
 * Claims a shared ticket for a worker of this machine, before it is claimed here. Not won where another machine works on it, or
 * another worker of this one does. Rejects where the store cannot be reached: then nobody can say who has it.
 */
export async function claimShared(
  deps: SyncDeps,
  id: string,
  owner: string,
  termMs = leaseTermMs,
): Promise<{ won: boolean; lease?: FleetLease }> {
  const path = deps.here.pathOf(id);
  if (path === undefined) return { won: false };
  const held = leaseOf(deps.leases, path);
  const wish = { worker: owner, termMs };
  let claim = await deps.there.claim(id, wish);
  const isHere = claim.lease?.machine === deps.machine;
  if (!claim.won && isHere && (held === undefined || held.owner === owner)) {
    claim = await deps.there.claim(id, { ...wish, instead: claim.lease! });
  }
  const lease = claim.lease;
  if (!claim.won && lease !== undefined && lease.machine !== deps.machine) cede(deps, path, lease);
  return { won: claim.won, ...(lease && { lease }) };
}

/** Writes down here that another machine has a ticket; gives the owner that lost it by that. */
function cede(
  deps: SyncDeps,
  path: string,
  { worker, machine, until }: FleetLease,
): string | undefined {
  const termMs = Math.max(1_000, Date.parse(until) - deps.leases.clock.now().getTime());
  return cedeLease(deps.leases, path, { owner: `${worker}@${machine}`, termMs });
}
