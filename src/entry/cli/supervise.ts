import { dirname, join } from 'node:path';
import { readWorker, workerFolder } from '../../app/worker/records.ts';
import { superviseWorker } from '../../app/worker/supervise.ts';
import { Fault } from '../../core/errors.ts';
import { isAbsolutePath, joinPath } from '../../core/task/path.ts';
import { workerHostById } from '../../hosts/worker-registry.ts';
import { postNotice } from '../../journal/mail.ts';
import { startClient } from '../../platform/client-process.ts';
import { onCrash, tellStarter, watchEnd } from '../../platform/detached.ts';
import { findProgram } from '../../platform/find-program.ts';
import { landingOf } from '../../platform/landing.ts';
import { newUuid } from '../../platform/random.ts';
import { takeSecrets } from '../../platform/secret-socket.ts';
import { paceOf, workerProcesses } from '../../platform/worker-processes.ts';
import { writeProgram } from '../../platform/write-program.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { fleetVariable, joinedFleet, tellFleet } from './fleet-joined.ts';
import { programFolder } from './start-worker.ts';
import { workerClient } from './worker-client.ts';
import { type WorkerContext, workerContext } from './worker-context.ts';
import { recordCompactions } from './worker-record.ts';
import { workflowDeps } from './workflow-context.ts';
import { reportWorker } from './workflow-workers.ts';

/** So often the fleet hears that the worker is there, and this machine whether the ticket is still its own, in milliseconds. */
const fleetMs = 30_000;

/** What `holdfast run` and `resume` start: it looks after one worker until that ends. Not for people. */
export const addSupervise: AddCommand = (program, bind) => {
  const command = program
    .command('supervise', { hidden: true })
    .description('Supervise a worker (used by "holdfast run")')
    .argument('<worker>', 'its id');
  bind<object>(command, supervise);
};

async function supervise(
  started: CliContext,
  _: object,
  [worker = '']: string[],
): Promise<Outcome> {
  const toldToEnd = watchEnd();
  let telling: NodeJS.Timeout | undefined;
  let context = started;
  const pace = paceOf(Number(context.env.HOLDFAST_WORKER_PACE) || 1);
  try {
    const known = readWorker(workerContext(started), worker);
    if (known === undefined) throw new Fault('not-found', `There is no worker ${worker}.`);
    const { folder, project } = known.launch;
    // It was started in the worker's own folder; settings and fleet are the project's.
    context = { ...started, project, cwd: project };
    const workers = workerContext(context);
    const host = workerHostById(known.launch.host);
    if (host === undefined)
      throw new Fault('usage', `There is no client named ${known.launch.host}.`);
    process.chdir(join(context.paths.home, workerFolder(worker)));
    onCrash(() => workerProcesses.endLeft(undefined, worker, 0));
    const client = workerClient(context, host, {
      inProcess: known.launch.inProcess === true,
      folder,
    });
    if (joinedFleet(context) !== undefined) {
      // Never so fast that one begins before the last has ended.
      telling = setInterval(() => tellFleet(context), Math.max(2_000, pace.ms(fleetMs)));
    }
    await superviseWorker(
      {
        ...workers,
        place: { ...workers.place, project },
        processes: workerProcesses,
        startClient,
        pace,
        host: client.host,
        program: client.program,
        programs: programFolder(),
        env: clientEnvironment(context, workers),
        landing: (path) => landingOf(isAbsolutePath(path) ? path : joinPath(folder, path)),
        newId: newUuid,
        toldToEnd,
        tell: (session, name, notice) => postNotice(context.paths.home, session, name, notice),
        onSecret: (take) =>
          takeSecrets(({ name, value }) => {
            workers.hide(value);
            return take(name, value);
          }),
        compactionsIn: recordCompactions(context, host.id),
      },
      worker,
      () => void tellStarter({ ready: true }),
    );
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { code, message, hint } = error;
    await tellStarter({ fault: { code, message, ...(hint !== undefined && { hint }) } });
    throw error;
  } finally {
    clearInterval(telling);
  }
  tellFleet(context);
  // Only now the ticket says how it ended.
  await reportWorker(started, workflowDeps(started), worker, true);
  return { text: '' };
}

/** What the client gets: our environment, and a `holdfast` to report with also where none is on PATH. */
function clientEnvironment(
  context: CliContext,
  workers: WorkerContext,
): Record<string, string | undefined> {
  const env: Record<string, string | undefined> = { ...context.env };
  env.HOLDFAST_HOME = context.paths.home;
  delete env.HOLDFAST_WORKER_PACE;
  // It can hold a password; the supervisor brings the fleet up to date.
  delete env[fleetVariable];
  if (findProgram('holdfast', env.PATH) === undefined) {
    const program = workers.disk.place('shim/holdfast');
    writeProgram(program, process.execPath, join(programFolder(), 'cli.js'));
    env.PATH = `${env.PATH ?? ''}:${dirname(program)}`;
  }
  return env;
}
