import { Fault } from '../../core/errors.ts';
import type { HostInstall } from '../../core/install/host-install.ts';
import type { InstallContext } from './context.ts';
import { findProgram } from './find-program.ts';

/** A host that was asked for or found, and whether it is on this machine. */
export interface FoundHost {
  install: HostInstall;
  found: boolean;
}

/** The host of a name, or every host that is on this machine. Throws a Fault when there is none. */
export function findHosts(context: InstallContext, name: string | undefined): FoundHost[] {
  if (name !== undefined) {
    const install = hostNamed(context, name);
    return [{ install, found: isPresent(context, install) }];
  }
  const found = context.hosts.filter((host) => isPresent(context, host));
  if (found.length > 0) return found.map((install) => ({ install, found: true }));
  throw new Fault('not-found', 'No client was found on this machine.', {
    hint: `Looked for ${looked(context)}. To install for one anyway, name it with --host. Known: ${known(context)}.`,
  });
}

/** The host of a name. Throws a Fault that names all of them when there is none. */
export function hostNamed(context: InstallContext, name: string): HostInstall {
  const install = context.hosts.find((host) => host.host === name);
  if (install) return install;
  throw new Fault('usage', `There is no client named "${name}".`, {
    hint: `Known: ${known(context)}.`,
  });
}

function known({ hosts }: InstallContext): string {
  return hosts.map((host) => host.host).join(', ');
}

function looked(context: InstallContext): string {
  return context.hosts
    .map(
      (host) =>
        `the program "${host.program}" on PATH and the folder ${host.folder(context.place)}`,
    )
    .join('; ');
}

/** A host is present when its configuration folder exists or its program is found. */
function isPresent(context: InstallContext, host: HostInstall): boolean {
  if (context.disk.stat(host.folder(context.place))?.kind === 'folder') return true;
  return findProgram(context, host) !== undefined;
}
