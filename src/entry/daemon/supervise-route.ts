import { join } from 'node:path';
import { isWorkerId } from '../../app/worker/records.ts';
import { Fault } from '../../core/errors.ts';
import { isThere } from '../../platform/small-files.ts';
import { startSupervisorHere } from '../cli/start-worker.ts';
import { objectIn } from './json-body.ts';
import { jsonAnswer, type Route, refusal } from './router.ts';

/**
 * Starts the supervisor of a worker for "holdfast run", with the environment that this gives: a process of the daemon's
 * outlives the terminal, the container or the session that it was started from. It outlives the daemon, too.
 */
export function superviseRoute(home: string): Route {
  return {
    method: 'POST',
    path: '/internal/supervise/:worker',
    opens: 'token',
    async handle({ params, body }) {
      const given = objectIn(body)?.env;
      const { worker = '' } = params;
      if (!isWorkerId(worker) || typeof given !== 'object' || given === null) {
        return refusal(400, 'usage', 'It takes a worker and an environment.');
      }
      if (!isThere(join(home, 'workers', worker))) {
        return refusal(404, 'not-found', `There is no worker "${worker}".`);
      }
      const env = Object.fromEntries(
        Object.entries(given).filter(([, value]) => typeof value === 'string'),
      ) as Record<string, string>;
      try {
        await startSupervisorHere(home, worker, { ...env, HOLDFAST_HOME: home });
        return jsonAnswer(200, { started: worker });
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        return refusal(409, error.code, error.message, error.hint);
      }
    },
  };
}
