import { afterAll, beforeAll, beforeEach } from 'vitest';
import { fleetAddress } from '../../src/core/fleet/address.ts';
import { type Database, openDatabase } from '../../src/fleet-db/database.ts';
import { addProject, admit } from '../../src/fleet-db/members.ts';
import { migrate } from '../../src/fleet-db/migrate.ts';
import type { Postgres } from './postgres.ts';

/** A role of the server, with its project and what it may do there. */
export type Member = readonly [role: string, project: string, as: Parameters<typeof admit>[3]];

export interface Members {
  /** The database of the test at hand, as a connection string of its owner. */
  url(): string;
  owner(): Database;
  /** A connection of a role; it is closed after the tests. */
  as(role: string): Database;
  /** Has a connection closed after the tests. */
  close(one: Database): void;
  /** Goes on with another database, which has no tables. */
  empty(): Promise<void>;
}

/** Before each test a database of its own with the projects p and q, to which the roles are admitted. */
export function withMembers(postgres: () => Postgres, members: readonly Member[]): Members {
  let url: string;
  let owner: Database;
  const open: Database[] = [];
  const as = (role: string): Database => {
    const { database } = fleetAddress(url);
    const one = openDatabase(fleetAddress(postgres().url(role, database)));
    open.push(one);
    return one;
  };
  beforeAll(async () => {
    for (const [role] of members) await postgres().admin(`create role ${role} login`);
  });
  const empty = async (): Promise<void> => {
    url = await postgres().fresh();
    owner = as('postgres');
  };
  beforeEach(async () => {
    await empty();
    await migrate(owner);
    for (const project of ['p', 'q']) await addProject(owner, project);
    for (const [role, project, level] of members) await admit(owner, project, role, level);
  });
  afterAll(async () => {
    for (const one of open) await one.close();
  });
  const close = (one: Database): void => void open.push(one);
  return { url: () => url, owner: () => owner, as, close, empty };
}
