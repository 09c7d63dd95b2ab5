import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostEvent } from '../../src/core/event.ts';
import type { Reply } from '../../src/core/reply.ts';
import type { Host } from '../../src/hosts/host.ts';
import { eventsOf, recordedPayloads } from './recorded.ts';
import { schemaFaults } from './schema-check.ts';

const replies: Reply[] = [
  { type: 'none' },
  { type: 'steer', text: 'keep' },
  { type: 'inject', text: 'a brief' },
  { type: 'deny', reason: 'read first', context: 'a brief' },
  { type: 'ask', reason: 'wanted?' },
  { type: 'continue', reason: 'go on' },
  { type: 'notify', text: 'a word' },
];

/**
 * What is wrong with the answers of a host that is known from documents, by their schemas: each reply alone and all at once,
 * for each event that its documented payloads become. `checked`: the types of events that were looked at.
 */
export function answerFaults(host: Host): { checked: string[]; faults: string[] } {
  const path = join(import.meta.dirname, '..', 'fixtures', host.id, 'answers.json');
  const schemas = JSON.parse(readFileSync(path, 'utf8')) as Record<string, Record<string, unknown>>;
  const events = new Map<string, HostEvent>();
  for (const event of eventsOf(host, recordedPayloads(host.id, 'documented')))
    events.set(event.type, event);
  const faults = [...events].flatMap(([type, event]) =>
    [...replies.map((one) => [one]), replies].flatMap((some) => {
      const { stdout } = host.encode(event, some);
      if (stdout === '') return [];
      const schema = schemas[type];
      if (schema === undefined) return [`${type}: nothing is known of its answer`];
      return schemaFaults(JSON.parse(stdout), schema).map((fault) => `${type} ${fault}`);
    }),
  );
  return { checked: [...events.keys()].sort(), faults };
}
