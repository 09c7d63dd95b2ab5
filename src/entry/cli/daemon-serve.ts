import { Fault } from '../../core/errors.ts';
import { closeInherited } from '../../platform/close-inherited.ts';
import { onCrash, tellStarter } from '../../platform/detached.ts';
import type { Outcome } from './command.ts';
import type { CliContext } from './context.ts';

/** Is the daemon until it is told to end. */
export async function runDaemon(context: CliContext): Promise<Outcome> {
  closeInherited();
  try {
    // What a person types is answered by the small part of this program.
    const [{ serveDaemon }, { ownRoutes }] = await Promise.all([
      import('../daemon/serve.ts'),
      import('../daemon/routes.ts'),
    ]);
    const running = await serveDaemon(context, ownRoutes(context));
    onCrash(async () => running.end('it broke'));
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => running.end(signal));
    }
    process.on('SIGHUP', () => {});
    await tellStarter({ ready: true });
    await running.ended;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { code, message, hint } = error;
    await tellStarter({ fault: { code, message, ...(hint !== undefined && { hint }) } });
    throw error;
  }
  return { text: '' };
}

/** Runs the commands that the API of the daemon answers by. */
export async function runDaemonCommands(context: CliContext): Promise<Outcome> {
  const { runCommands } = await import('../daemon/api/command-helper.ts');
  await runCommands(context);
  return { text: '' };
}
