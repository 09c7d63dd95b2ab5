import { join } from 'node:path';
import type { FilesStore } from '../../app/fleet/files-store.ts';
import type { SyncDeps } from '../../app/fleet/sync.ts';
import { keepVersion } from '../../app/ticket/change.ts';
import { claimLease, leaseName } from '../../app/ticket/leases.ts';
import { Fault } from '../../core/errors.ts';
import { fleetAddress } from '../../core/fleet/address.ts';
import { type Database, openDatabase, type Patience } from '../../fleet-db/database.ts';
import { type FleetDatabase, fleetStore } from '../../fleet-db/store.ts';
import { isOpenFile, readSmall } from '../../platform/small-files.ts';
import type { CliContext } from './context.ts';
import { sideHere } from './fleet-here.ts';
import { fleetFolder, fleetVariable, type Joined, joinedFleet } from './fleet-joined.ts';
import type { TicketContext } from './ticket-deps.ts';

/** What the commands of a fleet work with. */
export interface FleetContext {
  joined: Joined;
  database: Database;
  there: FleetDatabase;
  here: FilesStore;
  tickets: TicketContext;
  sync: SyncDeps;
}

/** The connection string: of the file that is named, else of the environment. Throws a Fault that holds none of it. */
export function connectionString(context: CliContext, file: string | undefined): string {
  if (file === undefined) {
    const text = context.env[fleetVariable];
    if (text) return text;
    throw new Fault('usage', 'The fleet’s database is not configured.', {
      hint: `Set ${fleetVariable} to its connection string, or name a file that contains it: --file PATH`,
    });
  }
  const text = readSmall(file)?.trim();
  if (!text) throw new Fault('not-found', `${file} contains no connection string.`);
  if (isOpenFile(file)) {
    throw new Fault('refused', `${file} can be read by other users.`, {
      hint: `chmod 600 ${file}`,
    });
  }
  return text;
}

/** The database that the connection string names. Nothing is connected yet. */
export function fleetDatabase(
  context: CliContext,
  file: string | undefined,
  patience: Partial<Patience> = {},
): Database {
  return openDatabase(fleetAddress(connectionString(context, file)), patience);
}

/** What this project's fleet works with. Throws a Fault where it joined none. */
export function fleetContext(context: CliContext, patience: Partial<Patience> = {}): FleetContext {
  const joined = joinedFleet(context);
  if (joined === undefined) {
    throw new Fault('usage', `${context.project} has not joined a fleet.`, {
      hint: 'Join one with "holdfast fleet join".',
    });
  }
  const database = fleetDatabase(context, joined.file, patience);
  return { joined, database, ...sidesOf(context, joined, database) };
}

/** The files here and the shared tickets, and what brings them together. */
export function sidesOf(
  context: CliContext,
  joined: Joined,
  database: Database,
): Pick<FleetContext, 'there' | 'here' | 'tickets' | 'sync'> {
  const { machine, project: name } = joined;
  const { here, tickets, mirror } = sideHere(context, joined);
  const there = fleetStore(database, { project: name, machine });
  const { home } = context.paths;
  const sync: SyncDeps = {
    machine,
    here,
    there,
    leases: tickets,
    mirror,
    keep: (path, text) => `${home}/${keepVersion(tickets, leaseName(path), text)}`,
  };
  return { there, here, tickets, sync };
}

/** Works while no other process brings this project's files and its fleet together. Ends with the process, however that ends. */
export function alone<T>(
  { tickets }: Pick<FleetContext, 'tickets'>,
  work: () => Promise<T>,
  waitMs = 30_000,
): Promise<T> {
  const busy = new Fault('refused', 'Another process is syncing this project with its fleet.', {
    hint: 'Run this again in a moment.',
  });
  return withLock(tickets, 'fleet', work, waitMs, busy);
}

/** Works while no other process holds the project's lock of this name; throws `busy` where one does for so long. */
export async function withLock<T>(
  tickets: TicketContext,
  name: string,
  work: () => Promise<T>,
  waitMs: number,
  busy: Fault,
): Promise<T> {
  const { project } = tickets.place;
  const chain = tickets.locks(`${name}-${leaseName(project)}`);
  const deps = { ...tickets, leases: () => chain };
  const owner = `${process.pid}-${Math.random()}`;
  for (let waited = 0; ; waited += 50) {
    if (claimLease(deps, project, { owner, pid: process.pid }).won) break;
    if (waited >= waitMs) throw busy;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  try {
    return await work();
  } finally {
    const { generation, text } = chain.read();
    if (text?.includes(JSON.stringify(owner))) chain.replace(generation, '{}\n');
  }
}

/** The path of the file in the state folder that says what a project joined. */
export function joinedPath(context: CliContext, mainTree: string): string {
  return join(context.paths.home, fleetFolder(mainTree), 'joined.json');
}
