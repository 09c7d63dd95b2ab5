import { join } from 'node:path';
import { daemonFiles, daemonFolder } from '../../app/daemon/files.ts';
import { type Found, findDaemon } from '../../app/daemon/find.ts';
import { compareVersions } from '../../core/daemon/versions.ts';
import { Fault } from '../../core/errors.ts';
import { startDetached } from '../../platform/detached.ts';
import { makeFolder } from '../../platform/make-folder.ts';
import type { Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { daemonPorts } from './daemon-client.ts';
import { postingHosts, registerAnew } from './daemon-hooks.ts';
import { type IdleOption, idleMs } from './daemon-idle.ts';
import { endDaemon } from './daemon-stop.ts';
import { outsideSession, programFolder } from './start-worker.ts';

type Up = Found & { how: 'up' };

/**
 * Starts the daemon and waits until it answers. One that runs stays, but for one of an older version, which is ended
 * once; one that is newer than this program serves it too.
 */
export async function startDaemon(context: CliContext, options: IdleOption): Promise<Outcome> {
  idleMs(context, options);
  const ports = daemonPorts(context.paths.home);
  const found = await findDaemon(ports);
  let before = '';
  if (found.how === 'up') {
    const difference = compareVersions(context.version, found.hello.version);
    if (difference === 0)
      return withHooks(context, outcome(found, 'The daemon is already running', false));
    if (difference < 0) {
      const what = `A newer daemon runs already (version ${found.hello.version}, this program is ${context.version})`;
      return outcome(found, what, false);
    }
    await endDaemon(ports, found);
    before = `The daemon of version ${found.hello.version} was ended.\n`;
  } else if (found.how === 'silent' || found.how === 'foreign') {
    throw unreachable(found);
  }
  const isOurs = await startProcess(context, options);
  const now = await findDaemon(ports);
  if (now.how !== 'up') {
    throw new Fault('refused', 'The daemon was started but does not answer.', {
      hint: 'See "holdfast daemon logs".',
    });
  }
  const started = outcome(
    now,
    isOurs ? 'The daemon runs' : 'The daemon is already running',
    isOurs,
  );
  return withHooks(context, { ...started, text: `${before}${started.text}` });
}

/** Where another program took its port meanwhile, hooks still lead there. */
function withHooks(context: CliContext, told: Outcome): Outcome {
  const moved = registerAnew(context, postingHosts(context), 'http');
  return { ...told, text: [told.text, ...moved].join('\n') };
}

/** False where another process became the daemon meanwhile. Throws a Fault when it cannot be started. */
async function startProcess(context: CliContext, { idle }: IdleOption): Promise<boolean> {
  const { home } = context.paths;
  const folder = join(home, daemonFolder);
  makeFolder(folder);
  try {
    const words = ['daemon', 'serve', ...(idle === undefined ? [] : ['--idle', idle])];
    await startDetached([join(programFolder(), 'cli.js'), ...words], {
      cwd: home,
      env: { ...outsideSession(context), HOLDFAST_HOME: home },
      log: join(folder, daemonFiles.output),
      what: 'The daemon',
    });
    return true;
  } catch (error) {
    const other = await waitForOther(context);
    if (other) return false;
    throw error;
  }
}

/** Whether another process that was started at the same moment answers soon. */
async function waitForOther(context: CliContext): Promise<boolean> {
  const ports = daemonPorts(context.paths.home);
  for (let left = 50; left > 0; left -= 1) {
    const { how } = await findDaemon(ports);
    if (how === 'up') return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}

export function unreachable({ how, record }: Found & { how: 'silent' | 'foreign' }): Fault {
  const what =
    how === 'silent'
      ? `The daemon, process ${record.pid}, does not answer.`
      : `The daemon is process ${record.pid}, but another process answers on its port ${record.port}.`;
  return new Fault('refused', what, { hint: 'Stop it with "holdfast daemon stop".' });
}

function outcome({ record, hello }: Up, what: string, started: boolean): Outcome {
  const lines = [
    `${what}: http://127.0.0.1:${record.port}, process ${record.pid}.`,
    ...(record.socket === undefined ? [] : [`Its socket: ${record.socket}`]),
  ];
  return {
    text: lines.join('\n'),
    verbatim: true,
    data: { started, ...upData({ record, hello }) },
  };
}

/** What a program is told of a daemon that runs. */
export function upData({ record, hello }: Pick<Up, 'record' | 'hello'>): object {
  return {
    running: true,
    pid: record.pid,
    port: record.port,
    socket: record.socket ?? null,
    version: hello.version,
    protocol: hello.protocol,
    since: hello.started,
  };
}
