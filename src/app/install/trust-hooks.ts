import type { HookTrust, KnownHook } from '../../core/install/hook-trust.ts';
import type { HostInstall } from '../../core/install/host-install.ts';
import { type Ask, askServer } from './ask-server.ts';
import type { InstallContext } from './context.ts';
import { rememberWrite } from './host-writes.ts';
import { readExact } from './text.ts';

/** What a host that asks for trust says of our hooks. */
export type TrustState =
  | { state: 'trusted'; count: number }
  | { state: 'untrusted'; hooks: KnownHook[] }
  /** It could not be asked, or lists none of our hooks here. */
  | { state: 'unknown'; why: string };

type Trusting = HostInstall & { trust: HookTrust };

/** Whether the host runs our hooks in this project. Undefined for a host that asks for no trust. */
export async function trustState(
  context: InstallContext,
  install: HostInstall,
): Promise<TrustState | undefined> {
  if (!asksTrust(install)) return undefined;
  return askServer(context, install, install.trust.serverArgs, async (ask) =>
    judge(await install.trust.known(ask, context.place.project)),
  );
}

/** Has the host trust our hooks, which a person agreed to, and keeps by what that is undone. */
export async function trustHooks(
  context: InstallContext,
  install: HostInstall,
  file: string,
): Promise<TrustState | undefined> {
  if (!asksTrust(install)) return undefined;
  const { trust } = install;
  const kept = trust.keptIn(context.place);
  const before = readExact(context.disk, kept);
  let keys: string[] = [];
  const agree = async (ask: Ask): Promise<TrustState> => {
    const known = await trust.known(ask, context.place.project);
    const open = known.filter((hook) => !hook.trusted);
    if (open.length === 0) return judge(known);
    await trust.trust(ask, open);
    keys = open.map((hook) => hook.key);
    return judge(await trust.known(ask, context.place.project));
  };
  const state = await askServer(context, install, trust.serverArgs, agree, kept);
  if (keys.length > 0) {
    const after = readExact(context.disk, kept).text;
    rememberWrite(context, install, file, { kept, keys, before, after });
  }
  return state;
}

function asksTrust(install: HostInstall): install is Trusting {
  return install.trust !== undefined;
}

function judge(known: readonly KnownHook[]): TrustState {
  if (known.length === 0) return { state: 'unknown', why: 'it lists no hook of Holdfast here' };
  const hooks = known.filter((hook) => !hook.trusted);
  return hooks.length > 0
    ? { state: 'untrusted', hooks }
    : { state: 'trusted', count: known.length };
}
