import { dirname, join } from 'node:path';
import { findDaemon } from '../../app/daemon/find.ts';
import { launchdJob, launchdLabel, serviceMark, systemdUnit } from '../../core/daemon/service.ts';
import { Fault } from '../../core/errors.ts';
import { type ServiceManager, serviceManager } from '../../platform/service-manager.ts';
import type { Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { daemonPorts } from './daemon-client.ts';
import { stopDaemon } from './daemon-stop.ts';
import { refuseInsideSession } from './inside-session.ts';
import { outsideSession, programFolder } from './start-worker.ts';

/** Lets the system start the daemon whenever this user logs in, and at once. */
export async function installService(context: CliContext): Promise<Outcome> {
  refuseInsideSession(context, 'A service that is started at every login');
  const manager = await managerOf(context);
  if (manager === undefined) {
    throw new Fault('unsupported', 'No user services of systemd or launchd are available here.', {
      hint: 'Start the daemon by hand, or in your login script: holdfast daemon start',
    });
  }
  const { disk } = context.install;
  const { kind, file } = manager;
  const old = mustBeOurs(context, file);
  const wish = {
    node: process.execPath,
    program: join(programFolder(), 'cli.js'),
    stateFolder: context.paths.home,
    searchPath: outsideSession(context).PATH ?? '',
  };
  // What runs by hand would keep the service from being the daemon.
  const found = await findDaemon(daemonPorts(context.paths.home));
  if (found.how !== 'none' && found.how !== 'gone') await stopDaemon(context);
  disk.makeFolder(dirname(file), 0o755);
  disk.write(file, kind === 'systemd' ? systemdUnit(wish) : launchdJob(wish), 0o644);
  if (!(await manager.begin())) {
    if (old === undefined) disk.remove(file);
    throw new Fault('refused', `${kind} did not accept ${file}.`, {
      hint: 'Start the daemon by hand: holdfast daemon start',
    });
  }
  return {
    text: `${kind} now starts the daemon at every login, and again if it fails.\n${file}`,
    data: { installed: true, kind, file },
  };
}

/** Takes the service away, and ends the daemon that it started. */
export async function uninstallService(context: CliContext): Promise<Outcome> {
  const manager = await managerOf(context);
  const old = manager && mustBeOurs(context, manager.file);
  if (manager === undefined || old === undefined) {
    return { text: 'No daemon service is installed.', data: { removed: false } };
  }
  const ended = await manager.end();
  context.install.disk.remove(manager.file);
  const stopped = await stopDaemon(context);
  const warning = ended ? {} : { warning: `${manager.kind} did not say that it let it go.` };
  return {
    text: `The service is gone: ${manager.file}\n${stopped.text}`,
    data: { removed: true, file: manager.file },
    ...warning,
  };
}

function managerOf(context: CliContext): Promise<ServiceManager | undefined> {
  return serviceManager(context.env, context.home, launchdLabel);
}

/** The text of our file; undefined where there is none. Throws a Fault where another's stands in its place. */
function mustBeOurs({ install: { disk } }: CliContext, file: string): string | undefined {
  const text = disk.readText(file);
  if (text === undefined || text.includes(serviceMark)) return text;
  throw new Fault('refused', `${file} was not created by "holdfast daemon install".`, {
    hint: 'If nothing needs it, move it away and run this again. Nothing was changed.',
  });
}
