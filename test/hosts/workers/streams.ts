import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkerEvent } from '../../../src/core/worker/event.ts';
import { workerHostById } from '../../../src/hosts/worker-registry.ts';

/** What a host reads in a stream that was recorded from its real client. */
export function recordedStream(host: string, name: string): WorkerEvent[] {
  const folder = join(import.meta.dirname, '..', '..', 'fixtures', host, 'streams');
  const text = readFileSync(join(folder, `${name}.ndjson`), 'utf8');
  const stream = workerHostById(host)!.stream();
  const events = text
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => stream.line(line));
  return [...events, ...(stream.end?.(null) ?? [])];
}

/** Events of one type, in order. */
export function ofType<T extends WorkerEvent['type']>(
  events: WorkerEvent[],
  type: T,
): Extract<WorkerEvent, { type: T }>[] {
  return events.filter((event): event is Extract<WorkerEvent, { type: T }> => event.type === type);
}

/** Calls with how they ended: `tool: about -> ok`. */
export function callsIn(events: WorkerEvent[]): string[] {
  const finished = ofType(events, 'tool.finished');
  return ofType(events, 'tool.started').map(({ id, tool, about }) => {
    const end = finished.find((one) => one.id === id);
    return `${tool}: ${about} -> ${end === undefined ? 'open' : end.ok ? 'ok' : 'failed'}`;
  });
}
