import type {
  ArrivedMessage,
  FleetMessage,
  MessageState,
  Report,
  SeenReport,
} from '../../core/fleet/report.ts';
import type { TicketStatus } from '../../core/ticket/ticket.ts';

/**
 * Tickets that machines may share, by their ids, as one of the machines has them. All is asynchronous: the store may be a database elsewhere. A failure to
 * reach it is a rejection, and what was asked for may have happened or not; each call can be repeated without harm.
 */
export interface FleetStore {
  /** Makes a ticket of this text. `false`: there is one of that id, which is left as it is. */
  create(ticket: NewTicket): Promise<boolean>;
  /** A ticket with all its progress; undefined where there is none. */
  read(id: string): Promise<StoredTicket | undefined>;
  /** Replaces the text of exactly this revision. `moved`: it is another by now. `refused`: another machine holds the ticket. */
  update(id: string, revision: string, ticket: NewTicket): Promise<Updated>;
  /** The tickets in the order of their ids; with `labels` those that ask for no other label. */
  list(wish?: ListWish): Promise<TicketRow[]>;

  /** Claims a ticket. Of all who do so at once exactly one wins; whoever holds it wins again, which renews its lease. */
  claim(id: string, by: Holder): Promise<FleetClaim>;
  /** Makes a lease end `termMs` from now. False when it is no longer this one. */
  renew(id: string, lease: FleetLease, termMs: number): Promise<boolean>;
  /** Ends a lease; nothing happens when it is no longer this one. */
  release(id: string, lease: FleetLease): Promise<void>;
  /** Adds a line to the progress, once for each `entry`, however often it is called. */
  append(id: string, entry: FleetEntry): Promise<'added' | 'there' | 'refused'>;

  /** Says that this machine is there. */
  beat(machine: Machine): Promise<void>;
  machines(): Promise<SeenMachine[]>;
}

/** A ticket's text with what is looked for in it. */
export interface NewTicket {
  id: string;
  /** The whole file. */
  text: string;
}

export interface StoredTicket extends NewTicket {
  /** Another one after each change of the text or the progress. */
  revision: string;
  lease?: FleetLease;
}

export interface TicketRow {
  id: string;
  revision: string;
  status: TicketStatus;
  labels: string[];
  lease?: FleetLease;
}

export interface ListWish {
  labels?: readonly string[];
  /** Only those that somebody works on. */
  leased?: true;
}

export type Updated = { revision: string } | 'moved' | 'refused';

/** Who works on a ticket. */
export interface FleetLease {
  machine: string;
  worker: string;
  /** Another one for each time that the ticket was taken; whoever comes with an older one holds it no more. */
  term: string;
  /** ISO time at which it ends unless it is renewed, by the store's clock. */
  until: string;
}

/** Who on this machine wants a ticket, and for how long. */
export interface Holder {
  worker: string;
  termMs: number;
  /** A lease of this machine in whose place the new one comes. */
  instead?: FleetLease;
}

export type FleetClaim =
  | { won: true; again: boolean; lease: FleetLease }
  | { won: false; lease?: FleetLease };

/** A line of progress. */
export interface FleetEntry {
  /** What tells it from all others. */
  id: string;
  /** The line as it stands in the file, without its list mark. */
  line: string;
}

export interface Machine {
  labels: readonly string[];
  /** Workers that it may run, and runs. */
  most: number;
  running: number;
}

export interface SeenMachine extends Machine {
  machine: string;
  /** ISO time of its last beat. */
  seen: string;
  /** Milliseconds since then, by the store's clock. */
  ageMs: number;
}

/** Logs of runs that other machines may continue, in the store that machines share. One machine has a run at a time. */
export interface RunSharing {
  /** Writes the logs that changed; of this machine's runs those remain that are named in `all`. */
  tell(changed: readonly { id: string; log: string }[], all: readonly string[]): Promise<void>;
  /** Which of these another machine has by now. */
  elsewhere(ids: readonly string[]): Promise<Map<string, string>>;
  /** Runs of other machines, the one that changed last first. */
  others(): Promise<{ id: string; machine: string; at: string }[]>;
  read(id: string): Promise<{ machine: string; log: string } | undefined>;
  /** Makes the run one of this machine, exactly as it was read. False: it changed meanwhile. Rejects where this role may not. */
  take(id: string, from: { machine: string; log: string }): Promise<boolean>;
}

/** Reports and messages of machines, in the store that they share. */
export interface Reporting {
  /** Makes these the reports of this machine; others of it are removed. False: the store is older and leaves some out. */
  tell(reports: readonly Report[]): Promise<boolean>;
  /** Those of all machines, the newest first. */
  reports(): Promise<SeenReport[]>;
  /** Sends a message once, however often it is called. False: this machine may not. */
  send(message: FleetMessage): Promise<boolean>;
  /** Messages for workers of this machine, the oldest first. */
  waiting(): Promise<ArrivedMessage[]>;
  mark(id: string, state: MessageState): Promise<void>;
  /** How far messages of this machine have come. */
  states(ids: readonly string[]): Promise<Map<string, MessageState>>;
}
