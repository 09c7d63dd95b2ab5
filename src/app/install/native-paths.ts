import type { HostInstall } from '../../core/install/host-install.ts';

/**
 * A host whose files are named as the system itself writes paths, so that what is shown, compared and kept is of one form. Hosts join
 * their paths with slashes, which Windows takes, but does not answer with. `native` makes a path one of the system.
 */
export function withNativePaths(
  install: HostInstall,
  native: (path: string) => string,
): HostInstall {
  const { server, trust, summaryPrompt, programPlaces, managed } = install;
  return {
    ...install,
    folder: (place) => native(install.folder(place)),
    settingsFile: (scope, place, exists) => native(install.settingsFile(scope, place, exists)),
    settingsFiles: (place, list) => install.settingsFiles(place, list).map(native),
    ...(managed && {
      managed: { ...managed, files: (list) => managed.files(list).map(native) },
    }),
    ...(programPlaces && { programPlaces: (place) => programPlaces(place).map(native) }),
    ...(server && {
      server: {
        ...server,
        file(scope, place, exists) {
          const file = server.file(scope, place, exists);
          return file === undefined ? undefined : native(file);
        },
      },
    }),
    ...(trust && { trust: { ...trust, keptIn: (place) => native(trust.keptIn(place)) } }),
    ...(summaryPrompt && {
      summaryPrompt: { ...summaryPrompt, keptIn: (place) => native(summaryPrompt.keptIn(place)) },
    }),
  };
}
