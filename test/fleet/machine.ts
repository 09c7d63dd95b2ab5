import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../../harness/remove-folder.ts';
import { filesStore } from '../../src/app/fleet/files-store.ts';
import { mirrorIn } from '../../src/app/fleet/mirror.ts';
import { claimShared, type SyncDeps, syncTickets } from '../../src/app/fleet/sync.ts';
import { claimTicket, finishTicket, progressTicket } from '../../src/app/ticket/actions.ts';
import { keepVersion } from '../../src/app/ticket/change.ts';
import { leaseName, leaseOf } from '../../src/app/ticket/leases.ts';
import { fleetAddress } from '../../src/core/fleet/address.ts';
import { newTicketText } from '../../src/core/ticket/new-text.ts';
import { parseTicketFile } from '../../src/core/ticket/parse.ts';
import { hookTickets } from '../../src/entry/ticket-deps.ts';
import { openDatabase } from '../../src/fleet-db/database.ts';
import { fleetStore } from '../../src/fleet-db/store.ts';
import { clock, steadyTime } from '../../src/platform/clock.ts';
import { files } from '../../src/platform/files.ts';
import { generationsIn } from '../../src/platform/generations.ts';
import { stateStore } from '../../src/platform/state-store.ts';

/** A folder of tickets with a state folder of its own, which stands for a machine. */
export async function testMachine(url: string, machine: string) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-machine-')));
  const [project, state] = [join(folder, 'project'), join(folder, 'state')];
  const tickets = join(project, '.holdfast', 'tickets');
  mkdirSync(tickets, { recursive: true });
  const database = openDatabase(fleetAddress(url), { connectMs: 5_000, answerMs: 10_000 });
  const deps = {
    ...hookTickets(state),
    files,
    clock,
    steady: steadyTime,
    patterns: [],
    leases: (name: string) => generationsIn(join(state, 'leases', name)),
  };
  const there = fleetStore(database, { project: 'p', machine });
  const sync: SyncDeps = {
    machine,
    here: filesStore(deps, { project, machine, isMirror: true }),
    there,
    leases: deps,
    mirror: mirrorIn(stateStore(state, { flushed: false }), 'fleet/p'),
    keep: (path, text) => join(state, keepVersion(deps, leaseName(path), text)),
  };
  await there.beat({ labels: [], most: 1, running: 0 });
  const path = (id: string) => join(tickets, `${id}.md`);
  const text = (id: string) => readFileSync(path(id), 'utf8');
  return {
    sync,
    there,
    database,
    state,
    text,
    write: (id: string, content: string) => writeFileSync(path(id), content),
    make: (id: string, keys: [string, string | string[]][] = []) =>
      writeFileSync(path(id), newTicketText({ id, title: `Do ${id}`, keys })),
    progress: (id: string) => parseTicketFile(text(id), path(id)).progress,
    /** What the command does: the fleet first, then here. */
    async claim(id: string, owner: string, termMs?: number) {
      const shared = await claimShared(sync, id, owner, termMs);
      if (!shared.won) return false;
      return claimTicket(deps, path(id), { owner, ...(termMs !== undefined && { termMs }) }).won;
    },
    report: (id: string, line: string, owner?: string) =>
      progressTicket(deps, path(id), line, owner),
    finish: (id: string, result: string, owner: string) =>
      finishTicket(deps, path(id), result, owner),
    owner: (id: string) => leaseOf(deps, path(id))?.owner,
    together: (...ids: string[]) => syncTickets(sync, ids.length === 0 ? undefined : ids),
    async end() {
      await database.close();
      removeFolder(folder);
    },
  };
}

export type TestMachine = Awaited<ReturnType<typeof testMachine>>;
