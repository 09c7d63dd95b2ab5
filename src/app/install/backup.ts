import { basename, join } from 'node:path';
import type { Scope } from '../../core/install/host-install.ts';
import type { InstallContext } from './context.ts';

/** Where the copy of a settings file goes that is made now. */
export function backupPath(
  context: InstallContext,
  host: string,
  scope: Scope,
  file: string,
): string {
  const time = context.clock
    .now()
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(/[-:]/g, '');
  const stem = join(context.paths.backups, `${time}-${host}-${scope}`);
  let path = `${stem}-${basename(file)}`;
  for (let count = 2; context.disk.stat(path) !== undefined; count += 1) {
    path = `${stem}-${count}-${basename(file)}`;
  }
  return path;
}

/** Copies a settings file into the state folder before it is changed; the path of the copy. */
export function backUp(context: InstallContext, host: string, scope: Scope, file: string): string {
  const bytes = context.disk.readBytes(file) ?? new Uint8Array();
  const path = backupPath(context, host, scope, file);
  context.disk.makeFolder(context.paths.backups, 0o700);
  context.disk.write(path, bytes, 0o600);
  return path;
}
