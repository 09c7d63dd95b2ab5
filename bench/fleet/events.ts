import type { FleetLease } from '../../src/app/fleet/ports.ts';

/** What a machine of the load test tells, one JSON object on a line, before it goes on. */
export type Told =
  /** The database gave it a ticket. `claimMs` and `bareMs`: how long that took, and a bare update beside it. */
  | { kind: 'won'; id: string; lease: FleetLease; claimMs: number }
  | { kind: 'bare'; bareMs: number }
  /** It is about to send a line, and was told that the line arrived. */
  | { kind: 'sending' | 'sent'; id: string; line: string }
  /** It is about to let go of a ticket. */
  | { kind: 'releasing'; id: string; term: string }
  /** So many requests did not get an answer. */
  | { kind: 'unanswered' };

/** What a machine is started with. */
export interface MachineArguments {
  url: string;
  machine: string;
  tickets: number;
  termMs: number;
  /** How many of the oldest tickets it looks at to take one. */
  looksAt: number;
}
