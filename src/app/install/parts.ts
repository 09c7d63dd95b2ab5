import { Fault } from '../../core/errors.ts';
import type {
  Change,
  HookTransport,
  HostInstall,
  LauncherForm,
  Scope,
} from '../../core/install/host-install.ts';
import { partsOf } from '../../core/install/parts.ts';
import { serverName } from '../../core/install/server-install.ts';
import { withStatusLine } from '../../core/install/status-line.ts';
import type { InstallContext } from './context.ts';
import { isFileOf } from './is-file.ts';

/** What init puts into the files of a host. */
export function wantedParts(
  context: InstallContext,
  install: HostInstall,
  scope: Scope,
  { withServer, statusLine }: { withServer: boolean; statusLine: boolean | undefined },
): HostInstall[] {
  return withServer
    ? partsIn(context, install, scope, isFileOf(context.disk), statusLine)
    : [lined(context, install, scope, statusLine)];
}

/** The same with the status line; a project's file, which others share, can name no script of this machine. */
function lined(
  { paths, windows }: InstallContext,
  install: HostInstall,
  scope: Scope,
  wish: boolean | undefined,
): HostInstall {
  return scope === 'user' && !windows ? withStatusLine(install, paths.statusLine, wish) : install;
}

/** What may stand in the files of a host: its hooks, and our MCP server. */
export function partsIn(
  context: InstallContext,
  install: HostInstall,
  scope: Scope,
  exists: (path: string) => boolean,
  statusLine?: boolean,
): HostInstall[] {
  const { place } = context;
  return partsOf(lined(context, install, scope, statusLine), {
    scope,
    place,
    exists,
    serverForm: serverForm(context, scope),
  });
}

/** A person's own file names the launcher by its path, so that it is started without a shell. */
export function serverForm({ paths, windows }: InstallContext, scope: Scope): LauncherForm {
  if (scope !== 'user') return { form: 'portable' };
  return { form: windows ? 'windows' : 'fixed', stateFolder: paths.home };
}

/** A file of servers that cannot be used keeps no hook from being registered: then what is wrong, as a sentence. */
export function serverFault<T>(install: HostInstall, work: () => T): T | string {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Fault) || install.part !== 'server') throw error;
    return `${install.title} is not told of the MCP server. ${error.message}`;
  }
}

/**
 * Whether hooks of a host would call a server that is not ours: nobody would take their events, or another's server that has
 * our name would get them. `made`: its files as they are to become, or why one of them is left as it is.
 */
export function callsNobody(
  made: readonly ({ install: HostInstall; file: string; change: Change } | string)[],
): boolean {
  const targets = made.filter((one) => typeof one !== 'string');
  const isServed = targets.some(
    ({ install: { part }, change }) =>
      (part === 'server' || part === 'both') && change.server !== 'other',
  );
  return (
    !isServed &&
    targets.some(
      ({ install, file, change }) =>
        install.part !== 'server' &&
        install.registered(change.text, file).some(({ transport }) => transport === 'mcp'),
    )
  );
}

/** A word where an entry of another's stands under our name, or the status line is no command. */
export function leftAlone({
  install,
  file,
  change,
}: {
  install: HostInstall;
  file: string;
  change: Change;
}): string[] {
  if (change.statusLine === 'other')
    return [
      `${install.title}: the status line in ${file} is no command. It stays as it is, without Holdfast's.`,
    ];
  if (change.server !== 'other') return [];
  return [
    `${install.title}: ${file} has an MCP server named "${serverName}" that init did not put there. It stays as it is.`,
  ];
}

/** A word where a host cannot have events the way that was asked for. */
export function otherTransport({
  install,
  transport,
}: {
  install: HostInstall;
  transport?: HookTransport;
}): string[] {
  if (transport === undefined || transport === 'command' || install.part === 'server') return [];
  if (install.transports?.includes(transport)) return [];
  return [
    `${install.title}: --transport ${transport} is not for it; its hooks stay what they are.`,
  ];
}
