import { basename } from 'node:path';
import { syncTickets } from '../../app/fleet/sync.ts';
import { leaseOf } from '../../app/ticket/leases.ts';
import { Fault } from '../../core/errors.ts';
import { fleetAddress, shownAddress } from '../../core/fleet/address.ts';
import { projectName } from '../../core/fleet/project-name.ts';
import { isAbsolutePath, joinPath } from '../../core/task/path.ts';
import type { Database } from '../../fleet-db/database.ts';
import { addProject, admit, levelOf } from '../../fleet-db/members.ts';
import { checkVersion, migrate } from '../../fleet-db/migrate.ts';
import { fleetReports } from '../../fleet-db/reports.ts';
import { fleetRuns } from '../../fleet-db/runs.ts';
import { hostName } from '../../platform/host-name.ts';
import { randomBytes } from '../../platform/random.ts';
import { readSmall, removeSmall, replaceSmall } from '../../platform/small-files.ts';
import { counted } from './care.ts';
import type { Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import {
  alone,
  connectionString,
  type FleetContext,
  fleetContext,
  fleetDatabase,
  joinedPath,
  sidesOf,
} from './fleet-context.ts';
import { type Joined, joinedFleet } from './fleet-joined.ts';
import { syncText } from './fleet-sync.ts';
import { refuseInsideSession } from './inside-session.ts';
import { ticketContext } from './ticket-deps.ts';

interface PlaceOptions {
  project?: string;
  file?: string;
}

/** Makes the tables, or brings them up to date, and adds the project. */
export async function initFleet(context: CliContext, options: PlaceOptions): Promise<Outcome> {
  refuseInsideSession(context, 'Making a fleet');
  return withDatabase(context, options, async (database, where, project) => {
    const steps = await migrate(database);
    const isNew = await addProject(database, project);
    const tables =
      steps === 0 ? 'The tables are up to date' : `The tables are made (${counted(steps, 'step')})`;
    return {
      text: `${tables}: ${where}\nThe project ${project} ${isNew ? 'is added' : 'was there'}.\nLet roles in with "holdfast fleet admit ROLE", then join: holdfast fleet join`,
      data: { project, steps, added: isNew },
    };
  });
}

/** Lets a role of the database take part. */
export async function admitRole(
  context: CliContext,
  options: PlaceOptions & { as: 'reader' | 'worker' | 'lead' | 'admin' },
  [role = '']: string[],
): Promise<Outcome> {
  refuseInsideSession(context, 'Letting a role into a fleet');
  return withDatabase(context, options, async (database, _, project) => {
    await admit(database, project, role, options.as);
    return {
      text: `${role} is a ${options.as} of ${project} now.`,
      data: { project, role, as: options.as },
    };
  });
}

/** Joins this project, and brings both sides together for the first time. */
export async function joinFleet(
  context: CliContext,
  options: PlaceOptions & { machine?: string },
): Promise<Outcome> {
  refuseInsideSession(context, 'Joining a fleet');
  const before = joinedFleet(context);
  const file = fileOf(context, options) ?? before?.file;
  return withDatabase(
    context,
    { ...options, ...(file && { file }) },
    async (database, where, named) => {
      await checkVersion(database);
      const project = options.project ?? before?.project ?? named;
      const level = await levelOf(database, project);
      if (level === undefined) {
        throw new Fault(
          'refused',
          `This role has no access to the project ${project}, or there is no such project.`,
          {
            hint: 'Ask the fleet’s administrator to run: holdfast fleet admit ROLE',
          },
        );
      }
      // Two state folders of one host are two machines.
      const machine = options.machine ?? before?.machine ?? `${hostName()}-${randomBytes(2)}`;
      if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(machine)) {
        throw new Fault(
          'usage',
          'A machine’s name may have letters, digits, ".", "_" and "-", at most 100.',
        );
      }
      const joined: Joined = { project, machine, ...(file && { file }) };
      const sides = sidesOf(context, joined, database);
      if (level !== 'reader') await sides.there.beat({ labels: [], most: 0, running: 0 });
      const synced = await alone(sides, () => syncTickets(sides.sync));
      const path = joinedPath(context, sides.tickets.place.project);
      if (!replaceSmall(path, `${JSON.stringify(joined)}\n`)) {
        throw new Fault('unwritable', `${path} cannot be written.`);
      }
      return {
        text: `${context.project} shares its tickets as ${project}, this machine is ${machine} (${level}): ${where}\n${syncText(synced)}`,
        data: { ...joined, level, ...synced },
      };
    },
  );
}

/** Ends the sharing: everything is fetched and sent once more, leases end, and the files stay. */
export async function leaveFleet(context: CliContext): Promise<Outcome> {
  refuseInsideSession(context, 'Leaving a fleet');
  const fleet = fleetContext(context);
  const { there, here, sync, joined, tickets } = fleet;
  try {
    const synced = await alone(fleet, () => syncTickets(sync));
    const rows = await there.list();
    const differing: string[] = [];
    for (const { id, lease } of rows) {
      const [one, other] = [await here.read(id), await there.read(id)];
      if (one?.text !== other?.text) differing.push(id);
      const path = here.pathOf(id);
      const held = path && leaseOf(sync.leases, path);
      if (lease?.machine === joined.machine && held === undefined) await there.release(id, lease);
    }
    await withdraw(fleet);
    removeSmall(joinedPath(context, tickets.place.project));
    const same = `${counted(rows.length - differing.length, 'ticket')} of ${rows.length} ${rows.length === 1 ? 'is' : 'are'} here as they are there, byte for byte.`;
    const others =
      differing.length === 0
        ? ''
        : `\nDifferent here, for reasons told before: ${differing.join(', ')}`;
    return {
      text: `${context.project} shares its tickets no more. ${same}${others}`,
      data: { project: joined.project, tickets: rows.length, differing, ...synced },
      failed: differing.length > 0,
    };
  } finally {
    await fleet.database.close();
  }
}

/** What this machine told of its work goes; a role that only reads told nothing, and older tables have none. */
async function withdraw({ database, joined }: FleetContext): Promise<void> {
  try {
    await fleetReports(database, joined).tell([]);
    await fleetRuns(database, joined).tell([], []);
  } catch (error) {
    if (!(error instanceof Fault && /^(?:refused|not-found)$/.test(error.code))) throw error;
  }
}

async function withDatabase(
  context: CliContext,
  options: PlaceOptions,
  work: (database: Database, where: string, project: string) => Promise<Outcome>,
): Promise<Outcome> {
  const file = fileOf(context, options);
  const where = shownAddress(fleetAddress(connectionString(context, file)));
  const database = fleetDatabase(context, file);
  try {
    return await work(database, where, options.project ?? nameOf(context));
  } finally {
    await database.close();
  }
}

function fileOf(context: CliContext, { file }: PlaceOptions): string | undefined {
  if (file === undefined) return undefined;
  return isAbsolutePath(file) ? file : joinPath(context.cwd, file);
}

/** The name of the project by its remote, which is the same on every machine; else by its folder. */
function nameOf(context: CliContext): string {
  const { project } = ticketContext(context).place;
  return projectName(readSmall(`${project}/.git/config`) ?? '') ?? basename(project);
}
