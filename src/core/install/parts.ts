import type { Change, HostInstall, LauncherForm, Place, Scope } from './host-install.ts';
import type { ServerInstall } from './server-install.ts';

/** For which files the parts are wanted. */
export interface PartsWish {
  scope: Scope;
  place: Place;
  /** Whether a file is there, for hosts that read one of two. */
  exists?: (path: string) => boolean;
  /** How the server finds what it starts. Hooks may find their launcher another way. */
  serverForm: LauncherForm;
}

/**
 * What has to be put into each settings file of a host: its hooks and our MCP server, as two parts where they stand in two
 * files, and as one where a file holds both.
 */
export function partsOf(install: HostInstall, wish: PartsWish): HostInstall[] {
  const { server } = install;
  const file = server?.file(wish.scope, wish.place, wish.exists);
  if (server === undefined || file === undefined) return [install];
  if (file === install.settingsFile(wish.scope, wish.place, wish.exists)) {
    return [bothIn(install, server, wish.serverForm)];
  }
  return [install, serverAlone(install, server, wish.serverForm)];
}

function bothIn(install: HostInstall, server: ServerInstall, form: LauncherForm): HostInstall {
  return {
    ...install,
    part: 'both',
    register(text, path, launcher) {
      const hooks = install.register(text, path, launcher);
      return behind(hooks, server.register(hooks.text, path, form));
    },
    unregister(text, path, created) {
      const without = server.unregister(text, path, created);
      return behind(without, install.unregister(without.text, path, created));
    },
    registered: (text, path) => [
      ...install.registered(text, path),
      ...registeredServer(server, text, path),
    ],
  };
}

/** The server as a host of its own, without what belongs to the hooks. */
function serverAlone(install: HostInstall, server: ServerInstall, form: LauncherForm): HostInstall {
  const { host, title, program, fromDocuments, sessionMarkers, folder, settings } = install;
  return {
    host,
    title,
    program,
    fromDocuments,
    sessionMarkers,
    folder,
    settings,
    part: 'server',
    server,
    settingsFile: (scope, place, exists) => server.file(scope, place, exists) ?? '',
    register: (text, path) => server.register(text, path, form),
    unregister: (text, path, created) => server.unregister(text, path, created),
    registered: (text, path) => registeredServer(server, text, path),
    settingsFiles: () => [],
    hooksOff: () => undefined,
    probes: () => [],
  };
}

function registeredServer(server: ServerInstall, text: string, path: string) {
  return server.standing(text, path) === 'ours' ? [{ event: 'mcp', command: '' }] : [];
}

/** Two changes of one file, the second counting in what the first left. */
function behind(first: Change, second: Change): Change {
  const statusLine = first.statusLine ?? second.statusLine;
  return {
    text: second.text,
    passes: [...first.passes, ...second.passes],
    added: first.added + second.added,
    updated: first.updated + second.updated,
    removed: first.removed + second.removed,
    created: [...new Set([...first.created, ...second.created])],
    server: first.server ?? second.server,
    ...(statusLine === undefined ? {} : { statusLine }),
  };
}
