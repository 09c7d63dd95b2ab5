import { dirname, join } from 'node:path';
import { isBefore } from '../../core/install/client-version.ts';
import type { HostInstall } from '../../core/install/host-install.ts';
import { newerMark } from '../../core/shelf/bring-up.ts';
import type { InstallContext } from './context.ts';
import { installRuntime, staleRuntimeFiles } from './runtime.ts';

/** Brings launcher, hook program and the host's plugin folder up to date; the folder's absolute path. */
export function writePlugin(context: InstallContext, host: HostInstall): string | undefined {
  const { disk, paths, version, bundlePath, windows } = context;
  if (host.plugin === undefined) return undefined;
  const program = disk.readText(`${dirname(bundlePath)}/${host.plugin.program}`);
  if (program === undefined) return undefined;
  writeLauncher(context);
  const folder = `${paths.home}/plugins/${host.host}`;
  const form = windows ? ('windows' as const) : ('fixed' as const);
  const launcher = { form, stateFolder: paths.home };
  for (const { path, content } of host.plugin.files(launcher, version, program)) {
    const file = `${folder}/${path}`;
    if (disk.readText(file) === content) continue;
    disk.makeFolder(dirname(file), 0o700);
    disk.write(file, content, 0o600);
  }
  return folder;
}

/**
 * Brings launcher and hook program up to date; the number of files written. A launcher of a newer version stays, so that two plugins of
 * different versions do not replace each other's at every start of a session; a mark beside it keeps the older one from asking again.
 */
export function writeLauncher(context: InstallContext): number {
  const { disk, paths, version } = context;
  const there = /^# Holdfast (\d+\.\d+\.\d+):/m.exec(disk.readText(paths.launcher) ?? '')?.[1];
  if (there !== undefined && isBefore(version, there)) {
    disk.write(join(dirname(paths.launcher), newerMark(version)), '', 0o600);
    return 0;
  }
  const stale = staleRuntimeFiles(context);
  if (stale.length > 0) installRuntime(context, stale);
  return stale.length;
}
