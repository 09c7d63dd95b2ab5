import { Fault } from '../../core/errors.ts';
import { factsOf } from '../../core/fleet/facts.ts';
import { fingerprint } from '../../core/hash.ts';
import { addProgressLines } from '../../core/ticket/edit.ts';
import { isFileId } from '../../core/ticket/new-text.ts';
import { maxTicketCharacters, parseTicketFile } from '../../core/ticket/parse.ts';
import { isClosed } from '../../core/ticket/status.ts';
import type { StateStore } from '../task/store.ts';
import { type ChangeDeps, changeTicket } from '../ticket/change.ts';
import { claimLease, type Lease, type LeaseDeps, leaseOf, releaseLease } from '../ticket/leases.ts';
import { ticketFolder } from '../ticket/place.ts';
import { type TicketReading, textOf, ticketPaths } from '../ticket/store.ts';
import type { FleetLease, FleetStore, SeenMachine, TicketRow } from './ports.ts';

/** What the store of files works with. */
export interface FilesStoreDeps extends ChangeDeps, LeaseDeps {
  files: TicketReading['files'];
  ticketDisk: ChangeDeps['ticketDisk'];
  state: StateStore;
}

/** Which folder, and for whom. */
export interface FilesPlace {
  project: string;
  machine: string;
  home?: string;
  isMirror?: boolean;
}

/** The store of files, and what they alone can do. */
export interface FilesStore extends FleetStore {
  /** Ids and revisions, which takes no reading of what the tickets say. */
  revisions(): { id: string; revision: string }[];
  /** The file of a ticket; undefined where there is none. */
  pathOf(id: string): string | undefined;
}

/** Another program changed the file between a look and the writing. */
class Moved extends Error {}

/** What is written beside a ticket, so that a line is added once: ids with how often the line stood there before. */
type Entries = Record<string, { line: string; before: number }>;

/**
 * The tickets of a project's folder, as today's commands keep them. `project`: the main work tree. `home`: the machine of owners
 * that name none, which is that of whoever works here. `isMirror`: texts come from where leases are decided, so none is refused here.
 */
export function filesStore(
  deps: FilesStoreDeps,
  { project, machine, home = machine, isMirror = false }: FilesPlace,
): FilesStore {
  const folder = ticketFolder(project);

  /** In a fleet a ticket goes by the name of its file, which is its id where `holdfast ticket new` made it. */
  const pathOf = (id: string): string | undefined => {
    const path = `${folder}/${id}.md`;
    return isFileId(id) && deps.files.stat(path)?.kind === 'file' ? path : undefined;
  };
  const textAt = (path: string): string | undefined => {
    const bytes = deps.ticketDisk.read(path, maxTicketCharacters * 2);
    return bytes === undefined ? undefined : textOf(bytes, path);
  };
  /** A file that is no ticket, such as a link, is none of the fleet's. */
  const readable = (path: string): string | undefined => {
    try {
      return textAt(path);
    } catch (error) {
      if (error instanceof Fault) return undefined;
      throw error;
    }
  };
  const leaseAt = (path: string): FleetLease | undefined => {
    const lease = leaseOf(deps, path);
    return lease && shared(lease, home);
  };
  const named = (worker: string): string => (machine === home ? worker : `${worker}@${machine}`);

  const entriesOf = (id: string): Entries => {
    try {
      return JSON.parse(deps.state.read(entriesName(id)) ?? '{}') as Entries;
    } catch {
      return {};
    }
  };
  const entriesName = (id: string): string =>
    `fleet/entries/${fingerprint(`${folder}/${id}`)}.json`;

  return {
    pathOf,

    revisions() {
      return ticketPaths(deps.files, project).flatMap((path) => {
        const id = idOfFile(path);
        const text = isFileId(id) ? readable(path) : undefined;
        return text === undefined ? [] : [{ id, revision: revisionOf(text) }];
      });
    },

    async create({ id, text }) {
      if (!isFileId(id)) throw new Fault('usage', `${JSON.stringify(id)} is not a ticket id.`);
      if (text.length > maxTicketCharacters)
        throw new Fault('malformed', 'The maximum for a ticket is 2 MB.');
      return deps.ticketDisk.create(`${folder}/${id}.md`, text);
    },

    async read(id) {
      const path = pathOf(id);
      const text = path && textAt(path);
      if (path === undefined || text === undefined) return undefined;
      const lease = leaseAt(path);
      return { id, text, revision: revisionOf(text), ...(lease && { lease }) };
    },

    async update(id, revision, { text }) {
      const path = pathOf(id);
      if (path === undefined) return 'moved';
      const lease = leaseAt(path);
      if (!isMirror && lease !== undefined && lease.machine !== machine) return 'refused';
      try {
        const { after } = changeTicket(deps, path, (before) => {
          if (revisionOf(before) !== revision) throw new Moved();
          return text;
        });
        return { revision: revisionOf(after) };
      } catch (error) {
        if (error instanceof Moved) return 'moved';
        throw error;
      }
    },

    async list({ labels, leased } = {}) {
      const rows: TicketRow[] = [];
      for (const path of ticketPaths(deps.files, project)) {
        const id = idOfFile(path);
        const text = isFileId(id) ? readable(path) : undefined;
        if (text === undefined) continue;
        const { status, labels: own } = factsOf(text, id);
        if (labels !== undefined && !own.every((each) => labels.includes(each))) continue;
        const lease = leaseAt(path);
        if (leased && lease === undefined) continue;
        rows.push({ id, revision: revisionOf(text), status, labels: own, ...(lease && { lease }) });
      }
      return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
    },

    async claim(id, { worker, termMs, instead }) {
      const path = pathOf(id);
      const text = path && textAt(path);
      if (path === undefined || text === undefined || isClosed(factsOf(text, id).status))
        return { won: false };
      if (instead?.machine === machine) await this.release(id, instead);
      const claim = claimLease(deps, path, { owner: named(worker), termMs });
      const lease = shared(claim.lease, home);
      return claim.won ? { won: true, again: claim.again === true, lease } : { won: false, lease };
    },

    async renew(id, lease, termMs) {
      const path = pathOf(id);
      const held = path === undefined ? undefined : leaseAt(path);
      if (path === undefined || held === undefined || !isSame(held, lease)) return false;
      return claimLease(deps, path, { owner: named(lease.worker), termMs }).won;
    },

    async release(id, lease) {
      const path = pathOf(id);
      const held = path === undefined ? undefined : leaseAt(path);
      if (path !== undefined && held !== undefined && isSame(held, lease)) {
        releaseLease(deps, path, named(lease.worker));
      }
    },

    async append(id, entry) {
      const path = pathOf(id);
      if (path === undefined) return 'refused';
      if (entry.line.length > 4000)
        throw new Fault('malformed', 'The maximum for a progress line is 4,000 characters.');
      let outcome: 'added' | 'there' = 'there';
      changeTicket(deps, path, (before) => {
        const entries = entriesOf(id);
        const there = countOf(before, entry.line, path);
        const noted = Object.hasOwn(entries, entry.id) ? entries[entry.id] : undefined;
        if (noted !== undefined && there > noted.before) return before;
        // Noted first: whoever comes after a crash sees by the count whether the line was written.
        if (noted === undefined) {
          deps.state.write(
            entriesName(id),
            JSON.stringify({ ...entries, [entry.id]: { line: entry.line, before: there } }),
          );
        }
        outcome = 'added';
        return addProgressLines(before, [`- ${entry.line}`]);
      });
      return outcome;
    },

    async beat(one) {
      deps.state.write(
        machineName(machine),
        JSON.stringify({ ...one, machine, seen: deps.clock.now().toISOString() }),
      );
      const all = new Set(machineNames(deps.state)).add(machine);
      deps.state.write('fleet/machines.json', JSON.stringify([...all].sort()));
    },

    async machines() {
      return machineNames(deps.state).flatMap((name) => {
        const text = deps.state.read(machineName(name));
        if (text === undefined) return [];
        const one = JSON.parse(text) as Omit<SeenMachine, 'ageMs'>;
        return [{ ...one, ageMs: Math.max(0, deps.clock.now().getTime() - Date.parse(one.seen)) }];
      });
    },
  };
}

function idOfFile(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '');
}

/** The id of a text's revision. */
export function revisionOf(text: string): string {
  return `${text.length}-${fingerprint(text)}`;
}

/** A lease as a fleet sees it. */
function shared(lease: Lease, home: string): FleetLease {
  const at = lease.owner.lastIndexOf('@');
  const until = new Date(Date.parse(lease.renewed) + lease.termMs).toISOString();
  return {
    machine: at < 0 ? home : lease.owner.slice(at + 1),
    worker: at < 0 ? lease.owner : lease.owner.slice(0, at),
    term: lease.since,
    until,
  };
}

function isSame(one: FleetLease, other: FleetLease): boolean {
  return one.machine === other.machine && one.worker === other.worker && one.term === other.term;
}

/** How often a line stands in the progress. */
function countOf(text: string, line: string, path: string): number {
  return parseTicketFile(text, path).progress.filter((each) => each === line).length;
}

function machineName(machine: string): string {
  return `fleet/machines/${fingerprint(machine)}.json`;
}

function machineNames(state: StateStore): string[] {
  return JSON.parse(state.read('fleet/machines.json') ?? '[]') as string[];
}
