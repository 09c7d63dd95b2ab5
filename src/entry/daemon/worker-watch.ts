import { join } from 'node:path';
import { loadConfig } from '../../app/config/load-config.ts';
import { daemonFolder } from '../../app/daemon/files.ts';
import { type LostDeps, lookForLost } from '../../app/daemon/lost-workers.ts';
import { readTicket } from '../../app/ticket/store.ts';
import { mayLaunch, mayResume } from '../../app/worker/launch.ts';
import { postNotice } from '../../journal/mail.ts';
import { clock } from '../../platform/clock.ts';
import { readSmall, replaceSmall } from '../../platform/small-files.ts';
import { paceOf } from '../../platform/worker-processes.ts';
import type { CliContext } from '../cli/context.ts';
import { startSupervisorHere } from '../cli/start-worker.ts';
import { workerContext } from '../cli/worker-context.ts';

const everyMs = 5_000;

/** Looks after workers that nobody looks after any more, until it is ended. */
export function watchWorkers(context: CliContext, log: (text: string) => void): () => void {
  const deps = lostDeps(context);
  const seen = new Set<string>();
  let looking = false;
  const look = async (): Promise<void> => {
    if (looking) return;
    looking = true;
    try {
      for (const text of await lookForLost(deps, seen)) log(`workers: ${text}`);
    } catch (error) {
      log(`fault: workers: ${error instanceof Error ? error.stack : String(error)}`);
    } finally {
      looking = false;
    }
  };
  const { ms } = paceOf(Number(context.env.HOLDFAST_WORKER_PACE) || 1);
  const timer = setInterval(() => void look(), ms(everyMs));
  void look();
  return () => clearInterval(timer);
}

function lostDeps(context: CliContext): LostDeps {
  const { home, trust } = context.paths;
  const workers = workerContext(context);
  const path = join(home, daemonFolder, 'resumed.json');
  return {
    ...workers,
    wish(project) {
      const paths = { userConfig: context.userConfig, project };
      return loadConfig(context.install.disk, paths, trust).config.lostWorkers;
    },
    resumed: {
      read: () => countsIn(readSmall(path)),
      write: (counts) => void replaceSmall(path, `${JSON.stringify(counts)}\n`),
    },
    async resume(worker) {
      const { launch } = worker;
      mayResume(worker);
      const { ticket } = readTicket(workers, launch.ticket);
      mayLaunch(workers, launch.project, launch.ticket, ticket);
      await startSupervisorHere(home, launch.worker, { ...context.env, HOLDFAST_HOME: home });
    },
    tell: (handler, name, notice) => postNotice(home, handler, name, notice),
    now: () => clock.now().toISOString(),
  };
}

function countsIn(text: string | undefined): Record<string, number> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    if (typeof value !== 'object' || value === null) return {};
    const counts = Object.entries(value).filter(([, count]) => Number.isInteger(count));
    return Object.fromEntries(counts) as Record<string, number>;
  } catch {
    return {};
  }
}
