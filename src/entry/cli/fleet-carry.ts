import { isDeepStrictEqual } from 'node:util';
import { ticketFolder } from '../../app/ticket/place.ts';
import { rowOf } from '../../app/workflow/actions.ts';
import { findWorkflow, type KnownWorkflow } from '../../app/workflow/definitions.ts';
import { Fault } from '../../core/errors.ts';
import { carriedRunLog, sharedRun } from '../../core/fleet/run-log.ts';
import { userTime } from '../../core/time-text.ts';
import { untrusted, withoutControls } from '../../core/trust/untrusted.ts';
import type { RunState } from '../../core/workflow/run-state.ts';
import { levelOf } from '../../fleet-db/members.ts';
import { checkVersion } from '../../fleet-db/migrate.ts';
import { fleetRuns } from '../../fleet-db/runs.ts';
import type { Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { alone, type FleetContext, fleetContext } from './fleet-context.ts';
import { syncHere } from './fleet-sync.ts';
import { refuseInsideSession } from './inside-session.ts';
import { table } from './table.ts';
import { workerContext } from './worker-context.ts';
import { workflowDeps } from './workflow-context.ts';
import { definitionPlaces } from './workflow-places.ts';

/** Continues a run of another machine here, or lists those that can be. */
export async function carryRun(
  context: CliContext,
  options: { yes?: boolean },
  [id]: string[],
): Promise<Outcome> {
  const fleet = fleetContext(context);
  try {
    await checkVersion(fleet.database);
    if (id === undefined) return await listed(context, fleet);
    refuseInsideSession(context, 'Continuing a run of another machine');
    // Another machine may have taken over one that was worked on here.
    await syncHere(context, fleet, workerContext(context));
    return await alone(fleet, () => carried(context, fleet, id, options.yes === true));
  } finally {
    await fleet.database.close();
  }
}

async function listed(context: CliContext, { database, joined }: FleetContext): Promise<Outcome> {
  const runs = await fleetRuns(database, joined).others();
  const rows = runs.map(({ id, machine, at }) => [id, machine, userTime(at)]);
  const columns = [{ title: 'run' }, { title: 'machine' }, { title: 'changed' }];
  const none =
    'No other machine shares the log of a run: its setting fleetShares must have "run-logs".';
  return {
    text: rows.length === 0 ? none : withoutControls(table(columns, rows, context.width)),
    verbatim: true,
    data: runs,
  };
}

async function carried(
  context: CliContext,
  { database, joined, tickets }: FleetContext,
  id: string,
  yes: boolean,
): Promise<Outcome> {
  const runs = fleetRuns(database, joined);
  const found = await runs.read(id);
  const run = found && sharedRun(id, found.log);
  if (found === undefined || run === undefined) {
    throw new Fault('not-found', `No machine of the fleet shares the log of a run "${id}".`, {
      hint: 'List them: holdfast fleet carry',
    });
  }
  const { machine } = found;
  if (machine === joined.machine) {
    throw new Fault('usage', `The run ${id} is one of this machine.`, {
      hint: `An agent works on it after: holdfast workflow resume ${id}`,
    });
  }
  if ((await levelOf(database, joined.project)) === 'reader') {
    throw new Fault('refused', 'This role only reads, so it takes no run.', {
      hint: 'Ask the fleet’s administrator for another role: "holdfast fleet admit".',
    });
  }
  const deps = workflowDeps(context);
  const known = sameWorkflow(context, run, (value) => deps.clean(value));
  const { stepTitle = 'none', status } = rowOf(run);
  // A parameter may be a command that a check of the workflow runs.
  const parameters = untrusted(JSON.stringify(run.parameters), 2_000);
  const what = `continue the run ${id} of "${known.workflow.title}" here (step: ${untrusted(stepTitle, 100)}; parameters from ${machine}: ${parameters})`;
  if (!yes && !(context.interactive && (await context.ask(`May this machine ${what}?`)))) {
    throw new Fault('refused', `This needs permission to ${what}.`, {
      hint: 'Read the parameters, then run this at a terminal, or give --yes.',
    });
  }
  if (!(await taken(() => runs.take(id, found), machine))) {
    throw new Fault('refused', `The run ${id} was changed meanwhile.`, { hint: 'Run this again.' });
  }
  const { project } = tickets.place;
  const log = carriedRunLog(found.log, {
    project,
    ticketFolder: ticketFolder(project),
    source: known.source,
    ...(known.path !== undefined && { file: known.path }),
  });
  deps.runs.exclusively(id, () => {
    deps.runs.adopt(id, log);
    deps.runs.append(id, [{ v: 1, time: deps.now().toISOString(), kind: 'carried', machine }]);
  });
  const next =
    status === 'open'
      ? `An agent works on it after: holdfast workflow resume ${id}`
      : `It is ${status}.`;
  return {
    text: `The run ${id} continues here, at "${untrusted(stepTitle, 100)}". ${machine} learns it at its next sync.\n${next}`,
    data: { run: id, from: machine, status, step: stepTitle },
  };
}

/** The workflow of a run as it is here and has effect. Throws a Fault where it is another one: its steps may run commands. */
function sameWorkflow(
  context: CliContext,
  run: RunState,
  clean: <T>(value: T) => T,
): KnownWorkflow {
  const known = findWorkflow(definitionPlaces(context), run.workflow);
  // Through JSON, as a log has it.
  const here: unknown = JSON.parse(JSON.stringify(clean(known.definitions)));
  if (isDeepStrictEqual(here, run.definitions)) return known;
  throw new Fault('refused', `The workflow "${run.workflow}" is not the same on this machine.`, {
    hint: 'Bring its file here as it is there, let "holdfast trust" accept it, and run this again. For an included workflow: the same version of Holdfast on both machines.',
  });
}

async function taken(take: () => Promise<boolean>, machine: string): Promise<boolean> {
  try {
    return await take();
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'refused') throw error;
    throw new Fault('refused', `${machine} worked on this run in the last 15 minutes.`, {
      hint: 'Wait, or use a connection whose role is lead: holdfast fleet admit ROLE --as lead',
      cause: error,
    });
  }
}
