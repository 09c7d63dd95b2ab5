import type { Clock } from '../app/ports.ts';

export const clock: Clock = { now: () => new Date() };
