import { Fault } from '../../core/errors.ts';
import { isBefore, takesEvent, versionIn } from '../../core/install/client-version.ts';
import type { HookTransport, HostInstall } from '../../core/install/host-install.ts';
import type { InstallContext } from './context.ts';
import { findProgram } from './find-program.ts';

/** The context with the version of each of these hosts' clients that could be asked for it. */
export async function withClientVersions(
  context: InstallContext,
  hosts: readonly HostInstall[] = context.hosts,
): Promise<InstallContext> {
  const found = await Promise.all(
    hosts.map(async (host) => [host.host, await versionOf(context, host)] as const),
  );
  const known = found.filter((one): one is [string, string] => one[1] !== undefined);
  return { ...context, clients: Object.fromEntries(known) };
}

async function versionOf(context: InstallContext, host: HostInstall): Promise<string | undefined> {
  const program = findProgram(context, host);
  const said = program === undefined ? undefined : await context.askVersion?.(program);
  return said === undefined ? undefined : versionIn(said);
}

/** True where this version of the client takes hooks of a kind. */
export function takesTransport(
  { versions }: HostInstall,
  transport: HookTransport,
  client: string | undefined,
): boolean {
  const first = versions?.transports[transport];
  return client === undefined || first === undefined || !isBefore(client, first);
}

/** Events of a file for which this version of the client ignores the whole of it, our hooks with it. */
export function ignoredFor(
  { versions, eventsIn }: HostInstall,
  { text, file }: { text: string; file: string },
  client: string | undefined,
): string[] {
  if (versions === undefined || client === undefined) return [];
  if (!isBefore(client, versions.forgivesFrom)) return [];
  const names = eventsIn?.(text, file) ?? [];
  return names.filter(
    (name) => !Object.hasOwn(versions.events, name) || !takesEvent(versions, name, client),
  );
}

/** Faults where this version of the client would ignore its file for what init is to write or for what stands there. */
export function mustBeTaken(
  { clients }: InstallContext,
  install: HostInstall,
  file: { after: string; path: string },
  transport: HookTransport | undefined,
): void {
  const client = clients?.[install.host];
  if (client === undefined || install.versions === undefined || install.part === 'server') return;
  const own = `${install.title} ${client}`;
  const { least } = install.versions;
  if (isBefore(client, least)) {
    throw new Fault(
      'refused',
      `${own} gives hooks too little information: Holdfast needs ${least} or newer.`,
      {
        hint: `Update ${install.title}, then run this again. Nothing was changed.`,
      },
    );
  }
  if (transport !== undefined && !takesTransport(install, transport, client)) {
    const first = install.versions.transports[transport];
    const message = `${own} would ignore all of ${file.path}: it supports ${transport} hooks from ${first} on.`;
    throw new Fault('refused', message, {
      hint: `Leave --transport out, or update ${install.title} first. Nothing was changed.`,
    });
  }
  const names = ignoredFor(install, { text: file.after, file: file.path }, client);
  if (names.length === 0) return;
  throw new Fault(
    'refused',
    `${own} ignores all of ${file.path}: the file has hooks for ${names.join(', ')}, which this version does not know.`,
    {
      hint: `Remove them or update ${install.title}, then run this again. Nothing was changed.`,
    },
  );
}
