import { askDaemon, type Found, findDaemon } from '../../app/daemon/find.ts';
import type { DaemonPorts } from '../../app/daemon/ports.ts';
import type { DaemonRecord } from '../../core/daemon/record.ts';
import { Fault } from '../../core/errors.ts';
import { endProcess } from '../../platform/end-process.ts';
import type { Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { daemonPorts } from './daemon-client.ts';
import { postingHosts, registerAnew } from './daemon-hooks.ts';

/** It gets so long to end by itself, and as long again after a signal. */
const patienceMs = 5_000;

export async function stopDaemon(context: CliContext): Promise<Outcome> {
  const ports = daemonPorts(context.paths.home);
  const found = await findDaemon(ports);
  // First, so that no client posts to nobody: it would complain at every call.
  const hooks = registerAnew(context, postingHosts(context), 'command');
  if (found.how === 'none' || found.how === 'gone') {
    const text = ['The daemon is not running.', ...hooks].join('\n');
    return { text, data: { stopped: false } };
  }
  await endDaemon(ports, found);
  const { pid } = found.record;
  return {
    text: [`The daemon ended (process ${pid}).`, ...hooks].join('\n'),
    data: { stopped: true, pid },
  };
}

/** Ends a daemon: asked, then by signals. Only ever the process that wrote the record. Throws a Fault when it stays. */
export async function endDaemon(
  ports: DaemonPorts,
  found: Exclude<Found, { how: 'none' | 'gone' }>,
): Promise<void> {
  const { record } = found;
  if (found.how === 'up') {
    await askDaemon(ports, found, 'POST', '/api/v1/stop', { anyway: true }).catch(() => {});
    if (await ended(ports, record)) return;
  }
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (!ports.isAlive(record.pid, record.identity)) return;
    endProcess(record.pid, signal);
    if (await ended(ports, record)) return;
  }
  throw new Fault('refused', `The daemon, process ${record.pid}, cannot be stopped.`, {
    hint: 'It may belong to another user: check who owns it.',
  });
}

async function ended(ports: DaemonPorts, { pid, identity }: DaemonRecord): Promise<boolean> {
  for (let left = patienceMs / 50; left > 0; left -= 1) {
    if (!ports.isAlive(pid, identity)) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return !ports.isAlive(pid, identity);
}
