import type { KnownWorker } from '../../app/worker/records.ts';

/** How a worker ended, in a sentence or two. */
export function endText({ launch, state }: KnownWorker): string {
  const end = `${launch.worker} is ${state.status}. ${state.reason}`;
  if (state.status === 'completed') return end;
  return `${end}\nResume it with: holdfast resume ${launch.worker}`;
}
