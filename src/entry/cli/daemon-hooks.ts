import { applyInit, planInit } from '../../app/install/init.ts';
import { isFileOf } from '../../app/install/is-file.ts';
import { readExact } from '../../app/install/text.ts';
import { Fault } from '../../core/errors.ts';
import type { HostInstall } from '../../core/install/host-install.ts';
import { counted } from './care.ts';
import type { CliContext } from './context.ts';

/** The hosts whose hooks of this user are posted to the daemon, also where their file cannot be used as it is now. */
export function postingHosts({ install }: CliContext): HostInstall[] {
  return install.hosts.filter((host) => {
    if (!host.transports?.includes('http')) return false;
    const file = host.settingsFile('user', install.place, isFileOf(install.disk));
    try {
      const entries = host.registered(readExact(install.disk, file).text, file);
      return entries.some(({ transport }) => transport === 'http');
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return install.disk.readText(file)?.includes(`/hooks/${host.host}/`) === true;
    }
  });
}

/**
 * Registers the hooks of these hosts anew: as commands, or as they stand, with the daemon's place as it is now. Settings
 * files are backed up first. Answers with a sentence for each that changed, or could not be changed.
 */
export function registerAnew(
  context: CliContext,
  hosts: readonly HostInstall[],
  transport: 'command' | 'http',
): string[] {
  return hosts.flatMap(({ host, title }) => {
    try {
      const plan = planInit(context.install, { host, scope: 'user', transport, mcp: false });
      return applyInit(context.install, plan).flatMap(({ target: { change, file } }) => {
        if (change.passes.length === 0) return [];
        const how =
          transport === 'command' ? 'are commands again' : 'lead to the daemon as it is now';
        return [`${title}: ${counted(change.updated, 'hook')} in ${file} ${how}.`];
      });
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      const again = `Fix that, then run "holdfast daemon ${transport === 'command' ? 'stop' : 'start'}" again.`;
      return [`${title}: its hooks still lead to the daemon as it was. ${error.message} ${again}`];
    }
  });
}
