import { useEffect, useRef } from 'preact/hooks';
import { address } from './api.ts';

/** An event of the daemon's stream. */
export interface LiveEvent {
  kind: 'session' | 'worker' | 'ticket' | 'gap';
  [key: string]: unknown;
}

type Hear = (event: LiveEvent) => void;

const hearers = new Set<Hear>();
let source: EventSource | undefined;
let followed: string | undefined;

/** Follows what happens; `project`: its tickets too. Whoever hears is told. */
export function follow(project: string | undefined): void {
  if (source !== undefined && followed === project) return;
  source?.close();
  followed = project;
  source = new EventSource(address('/api/v1/events', { project }));
  for (const kind of ['session', 'worker', 'ticket', 'gap']) {
    source.addEventListener(kind, (event) => {
      const told = JSON.parse((event as MessageEvent<string>).data) as LiveEvent;
      for (const hear of hearers) hear(told);
    });
  }
}

/** Calls `hear` for each event while the view is shown. */
export function useLive(hear: Hear): void {
  const last = useRef(hear);
  last.current = hear;
  useEffect(() => {
    const own: Hear = (event) => last.current(event);
    hearers.add(own);
    return () => void hearers.delete(own);
  }, []);
}

/** How long what is read rests between two readings: so many times what the last one took, and at least so long. */
export interface Rest {
  times: number;
  leastMs: number;
}

/** What a view rests where nothing else is said. */
export const usualRest: Rest = { times: 3, leastMs: 50 };

/** A reading that took long, such as the first of ten thousand sessions, delays the next one by no more than this. */
const mostRestMs = 2_000;

/**
 * A function that runs at once where nothing ran for a while, else after a rest, once for all calls that come meanwhile; never
 * twice at the same time. What happens often then costs no more than what happens now and then.
 */
export function paced(
  run: () => Promise<unknown>,
  { times, leastMs }: Rest = usualRest,
): () => void {
  let state: 'idle' | 'busy' | 'wanted' = 'idle';
  let restUntil = 0;
  const begin = (): void => {
    state = 'busy';
    const began = performance.now();
    const end = (): void => {
      const now = performance.now();
      restUntil = now + Math.min(mostRestMs, Math.max(leastMs, (now - began) * times));
      const isWanted = state === 'wanted';
      state = 'idle';
      if (isWanted) call();
    };
    run().then(end, end);
  };
  const call = (): void => {
    if (state !== 'idle') {
      state = 'wanted';
      return;
    }
    const rest = restUntil - performance.now();
    if (rest <= 0) {
      begin();
      return;
    }
    state = 'wanted';
    setTimeout(begin, rest);
  };
  return call;
}
