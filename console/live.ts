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

/** A function that runs soon after it was called, once for calls that come together. */
export function soon(run: () => void, ms: number): () => void {
  let waits = false;
  return () => {
    if (waits) return;
    waits = true;
    setTimeout(() => {
      waits = false;
      run();
    }, ms);
  };
}
