import type { HostInstall } from '../../core/install/host-install.ts';
import type { InstallContext, Talk } from './context.ts';

/** A host's server could not be asked, or what it answered is of no use. */
export interface Unknown {
  state: 'unknown';
  why: string;
}

/** Has a conversation with a host's own server. Never rejects. */
export async function askServer<T>(
  context: InstallContext,
  install: HostInstall,
  serverArgs: readonly string[],
  conversation: (ask: Parameters<Parameters<Talk>[3]>[0]) => Promise<T>,
): Promise<T | Unknown> {
  try {
    if (context.talk === undefined) throw new Error('it cannot be asked here');
    return await context.talk(install.program, serverArgs, context.place.project, conversation);
  } catch (error) {
    return { state: 'unknown', why: error instanceof Error ? error.message : String(error) };
  }
}
