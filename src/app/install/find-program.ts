import type { HostInstall } from '../../core/install/host-install.ts';
import type { InstallContext } from './context.ts';

/** Where a host's program lies: on PATH, else in a place where its own installer puts it; undefined where it is not found. */
export function findProgram(context: InstallContext, host: HostInstall): string | undefined {
  const names = context.windows
    ? ['.exe', '.cmd', ''].map((ending) => host.program + ending)
    : [host.program];
  const onPath = context.searchPath.flatMap((folder) => names.map((name) => `${folder}/${name}`));
  const paths = [...onPath, ...(host.programPlaces?.(context.place) ?? [])];
  return paths.find((path) => context.disk.stat(path)?.kind === 'file');
}
