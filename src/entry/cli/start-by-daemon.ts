import { askDaemon, findDaemon } from '../../app/daemon/find.ts';
import { protocol } from '../../core/daemon/record.ts';
import { Fault, type FaultCode } from '../../core/errors.ts';
import type { Environment } from '../../platform/paths.ts';
import { daemonPorts } from './daemon-client.ts';

/** The supervisor tells within 30 seconds whether it began. */
const limitMs = 40_000;

/**
 * Lets the daemon start a worker's supervisor. False where none runs that can be asked: over its socket, since the
 * environment holds keys. Throws the Fault that the supervisor tells.
 */
export async function startByDaemon(
  home: string,
  worker: string,
  env: Environment,
): Promise<boolean> {
  const ports = daemonPorts(home);
  const found = await findDaemon(ports);
  if (found.how !== 'up' || found.record.socket === undefined) return false;
  if (found.hello.protocol !== protocol) return false;
  const target = `/internal/supervise/${encodeURIComponent(worker)}`;
  const told = await askDaemon(ports, found, 'POST', target, { env }, limitMs).catch(() => {
    throw new Fault('refused', 'The daemon was asked to start the worker but did not answer.', {
      hint: 'Check with "holdfast workers" whether the worker is running, and see "holdfast daemon logs".',
    });
  });
  if (told.status === 200) return true;
  const { error } = (told.body ?? {}) as {
    error?: { code: FaultCode; message: string; hint?: string };
  };
  // A daemon of another version may have no such request.
  if (error === undefined || told.status === 404) return false;
  const { code, message, hint } = error;
  throw new Fault(code, message, hint === undefined ? {} : { hint });
}
