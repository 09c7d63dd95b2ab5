import type { HostInstall, Registered, Scope } from '../../core/install/host-install.ts';
import { scopes } from '../../core/install/host-install.ts';
import type { InstallContext } from './context.ts';
import { isFileOf } from './is-file.ts';
import { readRecords } from './record.ts';
import { shelvesHere } from './shelf.ts';
import { readExact } from './text.ts';

/** A settings file in which hooks of ours are registered. `managed`: an administrator's; `other`: one that init does not write. */
export interface Registration {
  install: HostInstall;
  scope: Scope | 'managed' | 'other';
  file: string;
  entries: Registered[];
}

/** Every settings file of a host with hooks of ours: those that init writes, and all others that the host reads. */
export function registrationsOf(
  { disk, place }: Pick<InstallContext, 'disk' | 'place'>,
  install: HostInstall,
): Registration[] {
  const own = scopes.map((scope) => ({
    scope,
    file: install.settingsFile(scope, place, isFileOf(disk)),
  }));
  const managed = install.managed?.files(disk.list) ?? [];
  const others = install
    .settingsFiles(place, disk.list)
    .filter((file) => !own.some((one) => one.file === file))
    .map((file) => ({ scope: managed.includes(file) ? 'managed' : 'other', file }) as const);
  return [...own, ...others].flatMap(({ scope, file }) => {
    try {
      const entries = install.registered(readExact(disk, file).text, file);
      return entries.length === 0 ? [] : [{ install, scope, file, entries }];
    } catch {
      return [];
    }
  });
}

/**
 * The scopes in which a host has our hooks here, whoever put them there: init, another tool by what `init --print` shows, or the
 * host's own install. `user` where they count for all the user does.
 */
export function hookedScopes(context: InstallContext, install: HostInstall): Set<Scope> {
  const { disk, paths, place } = context;
  const inside = (file: string) => file.startsWith(`${place.project}/`);
  const files = readRecords(disk, paths.installs)
    .filter(({ host, part }) => host === install.host && part !== 'server')
    .filter(({ scope, file }) => scope === 'user' || inside(file))
    .map(({ file }) => file);
  files.push(...registrationsOf(context, install).map(({ file }) => file));
  files.push(...shelvesHere({ ...context, hosts: [install] }).map(({ file }) => file));
  return new Set(files.map((file) => (inside(file) ? 'project' : 'user')));
}
