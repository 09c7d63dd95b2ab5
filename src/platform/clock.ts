import type { Clock, SteadyTime } from '../app/ports.ts';
import { bootId } from './process-identity.ts';

export const clock: Clock = { now: () => new Date() };

/** The clock that counts since the machine was started, for all processes alike; undefined where a start cannot be told. */
export function steadyTime(): SteadyTime | undefined {
  if (process.platform !== 'linux') return undefined;
  return { start: bootId(), ms: Number(process.hrtime.bigint() / 1_000_000n) };
}
