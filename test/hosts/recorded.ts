import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostEvent } from '../../src/core/event.ts';
import type { Host } from '../../src/hosts/host.ts';

const fixtures = join(import.meta.dirname, '..', 'fixtures');

export type Payload = Record<string, unknown>;

/** The payloads that were recorded of a host in one scenario, in order. */
export function recordedPayloads(host: string, scenario: string): Payload[] {
  const text = readFileSync(join(fixtures, host, 'payloads', `${scenario}.jsonl`), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Payload);
}

export function recordedScenarios(host: string): string[] {
  const names = readdirSync(join(fixtures, host, 'payloads')).sort();
  return names.map((name) => name.replace(/\.jsonl$/, ''));
}

/** The events that payloads become; those that are ignored as usual are left out, any other is thrown. */
export function eventsOf(host: Host, payloads: readonly Payload[]): HostEvent[] {
  return payloads.flatMap((payload) => {
    const decoded = host.decode(payload);
    if ('event' in decoded) return [decoded.event];
    if (decoded.usual) return [];
    throw new Error(`${payload.hook_event_name}: ${decoded.ignored}`);
  });
}

/** The first event of a type among all that were recorded of a host. */
export function recordedEvent<T extends HostEvent['type']>(
  host: Host,
  type: T,
): HostEvent & { type: T } {
  const all = recordedScenarios(host.id).flatMap((name) =>
    eventsOf(host, recordedPayloads(host.id, name)),
  );
  return all.find((event) => event.type === type) as HostEvent & { type: T };
}
