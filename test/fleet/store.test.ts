import { mkdirSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { filesStore } from '../../src/app/fleet/files-store.ts';
import { fleetAddress } from '../../src/core/fleet/address.ts';
import { hookTickets } from '../../src/entry/ticket-deps.ts';
import { type Database, openDatabase } from '../../src/fleet-db/database.ts';
import { migrate } from '../../src/fleet-db/migrate.ts';
import { fleetStore } from '../../src/fleet-db/store.ts';
import { clock, steadyTime } from '../../src/platform/clock.ts';
import { files } from '../../src/platform/files.ts';
import { generationsIn } from '../../src/platform/generations.ts';
import { storeSuite } from './suite.ts';
import { withPostgres } from './with-postgres.ts';

describe('tickets in files', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-fleet-')));
  mkdirSync(join(folder, 'project', '.holdfast', 'tickets'), { recursive: true });
  afterAll(() => removeFolder(folder));

  storeSuite(() => ({
    async on(machine) {
      const state = join(folder, 'state');
      const deps = {
        ...hookTickets(state),
        files,
        clock,
        steady: steadyTime,
        leases: (name: string) => generationsIn(join(state, 'leases', name)),
      };
      return filesStore(deps, { project: join(folder, 'project'), machine, home: 'none' });
    },
  }));
});

withPostgres('tickets in PostgreSQL', (postgres) => {
  let database: Database;

  beforeAll(async () => {
    database = openDatabase(fleetAddress(await postgres().fresh()), {}, 8);
    await migrate(database);
    await database.query("insert into holdfast.projects values ('p')");
  });
  afterAll(() => database?.close());

  storeSuite(() => ({
    async on(machine) {
      const store = fleetStore(database, { project: 'p', machine });
      await store.beat({ labels: [], most: 1, running: 0 });
      return store;
    },
  }));
});
