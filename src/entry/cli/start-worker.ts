import { dirname, join } from 'node:path';
import { workerFolder } from '../../app/worker/records.ts';
import { ticketVariable, workerVariable } from '../../core/worker/variables.ts';
import { startDetached } from '../../platform/detached.ts';
import { ownPackage } from '../../platform/package.ts';
import type { Environment } from '../../platform/paths.ts';
import type { CliContext } from './context.ts';
import { startByDaemon } from './start-by-daemon.ts';

/** The folder of our built programs. */
export function programFolder(): string {
  return dirname(ownPackage().hookBundle);
}

/**
 * Starts the process that looks after a worker, and waits until the ticket is the worker's. It is no part of the session
 * that this runs in: neither the session's variables nor another worker's are given to it.
 */
export async function startSupervisor(context: CliContext, worker: string): Promise<void> {
  const { home } = context.paths;
  const env = { ...outsideSession(context), HOLDFAST_HOME: home };
  if (!(await startByDaemon(home, worker, env))) await startSupervisorHere(home, worker, env);
}

/** The same as a child of this very process, with the environment as it is given. */
export async function startSupervisorHere(
  home: string,
  worker: string,
  env: Environment,
): Promise<void> {
  const folder = join(home, workerFolder(worker));
  await startDetached([join(programFolder(), 'cli.js'), 'supervise', worker], {
    cwd: folder,
    env,
    log: join(folder, 'supervisor.log'),
    what: "The worker's supervisor",
  });
}

/** The environment without what marks a session of a host, or a worker's shell. */
export function outsideSession(context: CliContext): Environment {
  const env: Record<string, string | undefined> = { ...context.env };
  const markers = context.install.hosts.flatMap((host) => [
    ...host.sessionMarkers,
    ...(host.sessionVariable === undefined ? [] : [host.sessionVariable]),
  ]);
  for (const name of [...markers, workerVariable, ticketVariable]) delete env[name];
  return env;
}
