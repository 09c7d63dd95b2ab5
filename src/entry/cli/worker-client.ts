import { Fault } from '../../core/errors.ts';
import { isBefore, versionIn } from '../../core/install/client-version.ts';
import type { WorkerHost } from '../../hosts/worker-host.ts';
import { drivenHost, inProcessHost } from '../../hosts/worker-registry.ts';
import { findLibrary, findNode } from '../../platform/find-library.ts';
import { findProgram } from '../../platform/find-program.ts';
import type { CliContext } from './context.ts';
import { programFolder } from './start-worker.ts';

/** What is started for a worker. */
export interface WorkerClient {
  host: WorkerHost;
  /** Absolute path; undefined where something is missing. */
  program: string | undefined;
  /** What is missing and how to get it, in two sentences for a person. */
  missing?: { what: string; hint: string };
}

/** The client of a host: its program, or its library with a Node that can run it. */
export function workerClient(
  context: CliContext,
  host: WorkerHost,
  options: { inProcess: boolean; folder: string },
): WorkerClient {
  const { PATH } = context.env;
  const program = findProgram(host.program, PATH);
  if (!options.inProcess) {
    if (program !== undefined) {
      if (host.driver === undefined) return { host, program };
      return { host: drivenHost(host, programFolder(), program), program: process.execPath };
    }
    return lacking(
      host,
      `The program ${host.program} of the client ${host.id} is not on PATH.`,
      'Install it, or put its folder on PATH, then run this again.',
    );
  }
  const { library } = host;
  if (library === undefined) {
    return lacking(
      host,
      `The client ${host.id} has no library that a worker can run with.`,
      'Leave --in-process out.',
    );
  }
  const entry = findLibrary(library.package, program, options.folder);
  if (entry === undefined) {
    return lacking(
      host,
      `The package ${library.package} is not installed: ${host.program} on PATH is not of it, and no node_modules of ${options.folder} or above holds it.`,
      `Install it with "npm install -g ${library.package}", or leave --in-process out.`,
    );
  }
  const node = findNode(library.node, PATH);
  if (node === undefined) {
    const wanted = library.node.join('.');
    return lacking(
      host,
      `The package ${library.package} needs Node ${wanted} or later; this is ${process.versions.node}, and PATH has none.`,
      `Put a newer Node on PATH, or leave --in-process out.`,
    );
  }
  const inside = inProcessHost(host, programFolder(), entry);
  return { host: inside ?? host, program: node };
}

/** Throws a Fault where the client's program or its library is not on this machine. */
export function refuseMissingClient(
  context: CliContext,
  host: WorkerHost,
  inProcess: boolean,
): void {
  const { missing } = workerClient(context, host, { inProcess, folder: context.project });
  if (missing) throw new Fault('not-found', missing.what, { hint: missing.hint });
}

/**
 * Throws a Fault where the client's program is of a version that cannot be a worker, before anything is started.
 * A program that does not tell its version is let be.
 */
export async function refuseOldClient(
  { env, install }: CliContext,
  { program: name, id, leastVersion: least }: WorkerHost,
): Promise<void> {
  if (least === undefined) return;
  const program = findProgram(name, env.PATH);
  const said = program === undefined ? undefined : await install.askVersion?.(program);
  const version = said === undefined ? undefined : versionIn(said);
  if (version === undefined || !isBefore(version, least)) return;
  throw new Fault('not-found', `${id} ${version} cannot be a worker: it needs ${least} or later.`, {
    hint: `Update ${name} (${program}), or choose another client with --host.`,
  });
}

function lacking(host: WorkerHost, what: string, hint: string): WorkerClient {
  return { host, program: undefined, missing: { what, hint } };
}
