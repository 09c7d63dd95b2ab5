import { Fault } from '../../core/errors.ts';
import type { CliContext } from './context.ts';
import { configHere } from './sessions.ts';

export interface IdleOption {
  idle?: string;
}

/** After how many milliseconds without work the daemon ends; 0: never. Throws a Fault for what is no number. */
export function idleMs(context: CliContext, { idle }: IdleOption): number {
  const minutes = idle === undefined ? configHere(context).daemonIdleMinutes : Number(idle);
  if (idle !== undefined && !/^\d{1,6}(?:\.\d{1,6})?$/.test(idle)) {
    throw new Fault('usage', `--idle is "${idle}", which is not a number of minutes.`);
  }
  return Math.round(minutes * 60_000);
}
