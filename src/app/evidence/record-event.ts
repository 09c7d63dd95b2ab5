import type { HostEvent } from '../../core/event.ts';
import { entryOfEvent } from '../../core/ledger/event-entry.ts';
import type { Capabilities } from '../../hosts/host.ts';
import { digest } from '../install/text.ts';
import type { Clock, Files } from '../ports.ts';
import type { LedgerStore } from './ledger-store.ts';

/** A larger file is written down as changed, without its hash. */
const largestFile = 2 * 1024 * 1024;

export interface EventDeps {
  files: Pick<Files, 'readText'>;
  clock: Clock;
  ledger: Pick<LedgerStore, 'append'>;
  capabilities: Pick<Capabilities, 'readableRecord' | 'untimedRecord'>;
}

/**
 * Writes down what an event tells of a tool call: its begin (`tool.requested`) or its end (`tool.finished`), each one
 * line with one call to the system. For programs that live long, behind the answer to the host: it reads the files
 * that the call changed or showed. Nothing is read of the ledger, and an event that comes twice becomes two lines of
 * one entry. True when a line was written.
 */
export function recordFromEvent(deps: EventDeps, event: HostEvent): boolean {
  if (event.type !== 'tool.requested' && event.type !== 'tool.finished') return false;
  const { readableRecord, untimedRecord } = deps.capabilities;
  const showsCalls = readableRecord && !untimedRecord;
  const entry = entryOfEvent(
    event,
    {
      digest,
      readText: (path) => deps.files.readText(path, largestFile),
      now: deps.clock.now().toISOString(),
    },
    showsCalls ? undefined : 'by-content',
  );
  return entry !== undefined && deps.ledger.append([entry]);
}
