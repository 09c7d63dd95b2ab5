import { Fault } from '../../core/errors.ts';
import type { HostInstall } from '../../core/install/host-install.ts';
import type { InstallContext } from './context.ts';
import { readExact } from './text.ts';

/** The first of an administrator's settings files in which hooks of ours are registered for a host; undefined: none is. */
export function managedHooks(
  { disk }: Pick<InstallContext, 'disk'>,
  install: HostInstall,
): string | undefined {
  return install.managed?.files(disk.list).find((file) => {
    try {
      return install.registered(readExact(disk, file).text, file).length > 0;
    } catch (error) {
      // A file that the host would not read registers nothing.
      if (error instanceof Fault) return false;
      throw error;
    }
  });
}

/** The administrator's settings file on a system, as Node names it, that is to hold our hooks; undefined: the host has none there. */
export function managedFile({ managed }: HostInstall, platform: string): string | undefined {
  const files: Readonly<Record<string, string>> = managed?.file ?? {};
  return files[platform];
}
