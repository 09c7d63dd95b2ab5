import { Fault } from '../../core/errors.ts';
import { fingerprint } from '../../core/hash.ts';
import { baseName } from '../../core/task/path.ts';
import type { Clock, SteadyTime } from '../ports.ts';
import type { Generations, Processes } from './ports.ts';

/** How long a lease lasts that no process keeps alive, in milliseconds, unless it is renewed. */
export const leaseTermMs = 15 * 60 * 1000;

/** A longer one was not given by us: 999,999 minutes. */
const longestTermMs = 1_000_000 * 60_000;

/** Who works on a ticket. */
export interface Lease {
  /** The worker by its name, never the process that claimed for it. */
  owner: string;
  /** ISO time since when this owner holds it. */
  since: string;
  /** ISO time of the last claim or renewal. */
  renewed: string;
  /** The worker's process, where it is known: the lease ends with it, and not before. */
  worker?: { pid: number; identity: string };
  /** Milliseconds from `renewed` on, where no process is known. */
  termMs: number;
  /** Where it was claimed, as far as that is known; absent where a process keeps it. */
  place?: ClaimPlace;
  /** The same moment by the machine's clock that nobody sets. */
  steady?: SteadyTime;
  /** The ticket's absolute path, for a person who looks into the folder. */
  ticket: string;
}

/** Where a claim is made: in a client's session, else in a shell or a program. */
export interface ClaimPlace {
  session?: string;
  /** The process that started the claiming command. */
  parent?: { pid: number; identity: string };
}

/** What a claim came to. `lease` is the one that counts now; `again`: the owner had it before. */
export interface Claim {
  won: boolean;
  again?: true;
  /** Not won since the same owner holds it at another place, which may work on it still. */
  elsewhere?: true;
  lease: Lease;
}

export interface LeaseDeps {
  /** The generations in a folder below the folder of leases. */
  leases(name: string): Generations;
  processes: Processes;
  clock: Clock;
  /** A clock that nobody sets and that all our processes share until the machine stops; undefined where there is none. */
  steady?(): SteadyTime | undefined;
}

export interface ClaimWish {
  owner: string;
  /** The worker's process. */
  pid?: number;
  /** Milliseconds; only where no process is known. */
  termMs?: number;
  place?: ClaimPlace;
  /** The owner is here now, wherever it claimed before. */
  takesOver?: boolean;
}

/** The name of a ticket's lease: the file's own, and a mark of where it lies. `path`: its real path. */
export function leaseName(path: string): string {
  const form = path.normalize('NFC');
  return `${readablePart(form)}-${fingerprint(form)}`;
}

function readablePart(path: string): string {
  return baseName(path)
    .replace(/\.md$/i, '')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .slice(0, 40);
}

/**
 * A test by the names of the leases that there are, so that nothing is worked out for tickets which nobody ever took: that is
 * most of a large board.
 */
export function leaseTest(names: readonly string[]): (path: string) => boolean {
  const all = new Set(names);
  const readable = new Set(names.map((name) => name.slice(0, name.lastIndexOf('-'))));
  return (path) =>
    readable.size > 0 &&
    readable.has(readablePart(path.normalize('NFC'))) &&
    all.has(leaseName(path));
}

/**
 * Claims a ticket for a worker. Of several that claim at once exactly one wins; the same owner wins again, which renews
 * its lease, but not from another place while it may work at the first. Throws a Fault when the disk refuses, or when the named process does not live.
 */
export function claimLease(deps: LeaseDeps, ticket: string, wish: ClaimWish): Claim {
  const worker = wish.pid === undefined ? undefined : livingWorker(deps, wish.pid);
  const chain = deps.leases(leaseName(ticket));
  for (;;) {
    const { generation, text } = chain.read();
    const now = deps.clock.now();
    const held = liveLease(deps, text, now);
    if (held !== undefined && isOthers(held, wish, worker)) {
      if (isAhead(deps, held, now)) chain.replace(generation, textOf({ ...held, ...stamp(deps) }));
      return { won: false, lease: held };
    }
    const isMoved = held !== undefined && isElsewhere(deps, held, wish);
    if (isMoved && !wish.takesOver) return { won: false, elsewhere: true, lease: held };
    const place = isMoved ? wish.place : (held?.place ?? wish.place);
    const lease: Lease = {
      owner: wish.owner,
      since: held?.since ?? now.toISOString(),
      ...stamp(deps),
      ...(worker === undefined && held?.worker === undefined && place && { place }),
      ...((worker ?? held?.worker) && { worker: worker ?? held?.worker }),
      termMs: wish.termMs ?? held?.termMs ?? leaseTermMs,
      ticket,
    };
    if (chain.replace(generation, textOf(lease))) {
      return { won: true, lease, ...(held && { again: true }) };
    }
  }
}

/**
 * Renews the lease of an owner. False when it has none any more and somebody else does. One that ran out and that
 * nobody else took since is its own again.
 */
export function renewLease(deps: LeaseDeps, ticket: string, owner: string): boolean {
  return claimLease(deps, ticket, { owner }).won;
}

/** Ends the lease of an owner; nothing when it is another's. */
export function releaseLease(deps: LeaseDeps, ticket: string, owner: string): void {
  const chain = deps.leases(leaseName(ticket));
  for (;;) {
    const { generation, text } = chain.read();
    if (liveLease(deps, text, deps.clock.now())?.owner !== owner) return;
    if (chain.replace(generation, `{"released":"${deps.clock.now().toISOString()}"}\n`)) return;
  }
}

/**
 * Writes down that a ticket is an owner's of another machine, whoever has it here: where machines share tickets, it was decided
 * there. Gives the owner that lost it by that.
 */
export function cedeLease(
  deps: LeaseDeps,
  ticket: string,
  to: { owner: string; termMs: number },
): string | undefined {
  const chain = deps.leases(leaseName(ticket));
  for (;;) {
    const { generation, text } = chain.read();
    const held = liveLease(deps, text, deps.clock.now());
    const since = held?.owner === to.owner ? held.since : deps.clock.now().toISOString();
    const lease: Lease = { owner: to.owner, since, ...stamp(deps), termMs: to.termMs, ticket };
    if (!chain.replace(generation, textOf(lease))) continue;
    return held === undefined || held.owner === to.owner ? undefined : held.owner;
  }
}

/** Who holds a ticket now; undefined when nobody does. */
export function leaseOf(deps: LeaseDeps, ticket: string): Lease | undefined {
  const { text } = deps.leases(leaseName(ticket)).read();
  return liveLease(deps, text, deps.clock.now());
}

/** Who was given a ticket last and did not let go of it, also where the lease ran out or its process cannot be seen from here. */
export function lastLeaseOf(deps: Pick<LeaseDeps, 'leases'>, ticket: string): Lease | undefined {
  return leaseIn(deps.leases(leaseName(ticket)).read().text);
}

/** When a lease ends by itself, as an ISO time; undefined where a process keeps it. */
export function leaseEnd(lease: Lease): string | undefined {
  if (lease.worker) return undefined;
  return new Date(Date.parse(lease.renewed) + lease.termMs).toISOString();
}

function liveLease(deps: LeaseDeps, text: string | undefined, now: Date): Lease | undefined {
  const lease = leaseIn(text);
  if (lease === undefined) return undefined;
  if (lease.worker) {
    return deps.processes.identity(lease.worker.pid) === lease.worker.identity ? lease : undefined;
  }
  return ageOf(deps, lease, now) < lease.termMs ? lease : undefined;
}

/** By the clock that nobody sets, if the machine runs since; else by the one that shows the time, which may have gone back. */
function ageOf(deps: LeaseDeps, { steady, renewed }: Lease, now: Date): number {
  const present = deps.steady?.();
  return steady && present && steady.start === present.start
    ? present.ms - steady.ms
    : Math.max(0, now.getTime() - Date.parse(renewed));
}

/** A lease of a later time than now was given before the clock went back: whoever wants it dates it anew, so that it ends. */
function isAhead(deps: LeaseDeps, { steady, renewed, worker }: Lease, now: Date): boolean {
  const isSteady = steady !== undefined && steady.start === deps.steady?.()?.start;
  return worker === undefined && !isSteady && Date.parse(renewed) > now.getTime();
}

function stamp(deps: LeaseDeps): Pick<Lease, 'renewed' | 'steady'> {
  const steady = deps.steady?.();
  return { renewed: deps.clock.now().toISOString(), ...(steady && { steady }) };
}

/** Held by another owner; or by one of this name whose process is another and lives. */
function isOthers(held: Lease, { owner }: ClaimWish, worker: Lease['worker']): boolean {
  if (held.owner !== owner) return true;
  return worker !== undefined && held.worker !== undefined && worker.pid !== held.worker.pid;
}

/** Claimed by the same owner in another session, or from another shell that still lives. What is not known tells nothing apart. */
function isElsewhere(deps: LeaseDeps, { worker, place: had }: Lease, wish: ClaimWish): boolean {
  const { place } = wish;
  if (worker !== undefined || wish.pid !== undefined || !had || !place) return false;
  if (had.session !== undefined && place.session !== undefined)
    return had.session !== place.session;
  if (had.session !== undefined || place.session !== undefined) return false;
  if (!had.parent || !place.parent) return false;
  const isSame =
    had.parent.pid === place.parent.pid && had.parent.identity === place.parent.identity;
  return !isSame && deps.processes.identity(had.parent.pid) === had.parent.identity;
}

function isPlace(value: unknown): boolean {
  const place = value as Partial<ClaimPlace> | null;
  if (typeof place !== 'object' || place === null) return false;
  const { session, parent } = place;
  return (
    (session === undefined || (typeof session === 'string' && !/\p{Cc}/u.test(session))) &&
    (parent === undefined ||
      (typeof parent?.pid === 'number' && typeof parent.identity === 'string'))
  );
}

function leaseIn(text: string | undefined): Lease | undefined {
  try {
    const value = JSON.parse(text ?? '') as Partial<Lease>;
    const { owner, since, renewed, termMs, worker, steady, place } = value;
    const whole =
      typeof owner === 'string' &&
      !/\p{Cc}/u.test(owner) &&
      isTime(since) &&
      isTime(renewed) &&
      typeof termMs === 'number' &&
      termMs <= longestTermMs &&
      (steady === undefined ||
        (typeof steady?.start === 'string' && typeof steady.ms === 'number')) &&
      (place === undefined || isPlace(place)) &&
      // What has no identity would be the same as a process that is not there.
      (worker === undefined || typeof worker?.identity === 'string');
    return whole ? (value as Lease) : undefined;
  } catch {
    return undefined;
  }
}

function isTime(value: unknown): boolean {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) && !/\p{Cc}/u.test(value);
}

function livingWorker(deps: LeaseDeps, pid: number): NonNullable<Lease['worker']> {
  const identity = deps.processes.identity(pid);
  if (identity !== undefined) return { pid, identity };
  throw new Fault('not-found', `There is no process ${pid}.`, {
    hint: 'Give the worker’s own process id, or leave it out for a lease of 15 minutes.',
  });
}

function textOf(lease: Lease): string {
  return `${JSON.stringify(lease)}\n`;
}
