import type { HostInstall } from '../../core/install/host-install.ts';
import type { InstallContext, Talk } from './context.ts';
import { findProgram } from './find-program.ts';

/** Asks a host's server one thing. */
export type Ask = Parameters<Parameters<Talk>[3]>[0];

/** A host's server could not be asked, or what it answered is of no use. */
export interface Unknown {
  state: 'unknown';
  why: string;
}

/** Has a conversation with a host's own server. `writes`: the file of its that this may change, whose mode stays. Never rejects. */
export async function askServer<T>(
  context: InstallContext,
  install: HostInstall,
  serverArgs: readonly string[],
  conversation: (ask: Ask) => Promise<T>,
  writes?: string,
): Promise<T | Unknown> {
  const mode = writes && context.disk.modeOf(writes);
  try {
    if (context.talk === undefined) throw new Error('it cannot be asked here');
    // Without its ending Windows finds no program that npm installed.
    const program = context.windows ? findProgram(context, install) : undefined;
    const started = program ?? install.program;
    return await context.talk(started, serverArgs, context.place.project, conversation);
  } catch (error) {
    return { state: 'unknown', why: error instanceof Error ? error.message : String(error) };
  } finally {
    if (writes && typeof mode === 'number' && context.disk.modeOf(writes) !== mode) {
      context.disk.setMode(writes, mode);
    }
  }
}
