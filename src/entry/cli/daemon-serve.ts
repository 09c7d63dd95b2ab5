import { knownWorkers } from '../../app/worker/records.ts';
import { Fault } from '../../core/errors.ts';
import { closeInherited } from '../../platform/close-inherited.ts';
import { onCrash, tellStarter } from '../../platform/detached.ts';
import type { OwnRoutes } from '../daemon/routes.ts';
import type { Running } from '../daemon/serve.ts';
import type { Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { postingHosts } from './daemon-hooks.ts';
import { type IdleOption, idleMs } from './daemon-idle.ts';
import { workerContext } from './worker-context.ts';

/** Is the daemon until it is told to end. */
export async function runDaemon(context: CliContext, options: IdleOption): Promise<Outcome> {
  const limitMs = idleMs(context, options);
  closeInherited();
  try {
    // What a person types is answered by the small part of this program.
    const [{ serveDaemon }, { ownRoutes }, { watchWorkers }] = await Promise.all([
      import('../daemon/serve.ts'),
      import('../daemon/routes.ts'),
      import('../daemon/worker-watch.ts'),
    ]);
    const own = ownRoutes(context);
    const running = await serveDaemon(context, own);
    const endWatch = watchWorkers(context, running.log);
    const watch = endWhenIdle(running, limitMs, () => isNeeded(context, own));
    onCrash(async () => running.end('it broke'));
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => running.end(signal));
    }
    process.on('SIGHUP', () => {});
    await tellStarter({ ready: true });
    await running.ended;
    clearInterval(watch);
    endWatch();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { code, message, hint } = error;
    await tellStarter({ fault: { code, message, ...(hint !== undefined && { hint }) } });
    throw error;
  }
  return { text: '' };
}

/** Ends the daemon when nobody asked anything for so long, and nothing goes on. */
function endWhenIdle(
  running: Running,
  limitMs: number,
  isBusy: () => boolean,
): NodeJS.Timeout | undefined {
  if (limitMs === 0) return undefined;
  let busyMs = 0;
  return setInterval(
    () => {
      const now = Date.now();
      if (isBusy()) busyMs = now;
      if (now - Math.max(busyMs, running.lastUse()) > limitMs) running.end('nothing to do');
    },
    Math.min(30_000, limitMs),
  );
}

/** Somebody listens, a worker runs, or a client posts its hooks here, which would complain at every call. */
function isNeeded(context: CliContext, own: OwnRoutes): boolean {
  return (
    own.readers() > 0 ||
    knownWorkers(workerContext(context)).some(({ alive }) => alive) ||
    postingHosts(context).length > 0
  );
}

/** Runs the commands that the API of the daemon answers by. */
export async function runDaemonCommands(context: CliContext): Promise<Outcome> {
  const { runCommands } = await import('../daemon/api/command-helper.ts');
  await runCommands(context);
  return { text: '' };
}

/** Works on the hooks that are posted to the daemon. */
export async function runDaemonHooks({ env, paths }: CliContext): Promise<Outcome> {
  const { answerHooks } = await import('../daemon/hook-helper.ts');
  await answerHooks({ ...env, HOLDFAST_HOME: paths.home });
  return { text: '' };
}

/** Reads transcripts for the page. */
export async function runDaemonReadings(context: CliContext): Promise<Outcome> {
  const { answerReadings } = await import('../daemon/page/page-helper.ts');
  await answerReadings(context);
  return { text: '' };
}
