import type { LedgerEntry } from '../../core/ledger/entry.ts';
import type { Tree } from '../../core/ledger/verdict.ts';
import type { RunEntry, RunEntryOf, RunSession } from '../../core/workflow/run-entry.ts';
import type { RunState } from '../../core/workflow/run-state.ts';
import type { WorkflowEntry } from '../../core/workflow/step-view.ts';

/** A run as its log says it. */
export interface StoredRun {
  state: RunState;
  /** Lines of the log that were not understood. */
  skipped: number;
}

/** The runs of this machine. */
export interface RunStore {
  /** Ids, the run that was written to last first. */
  list(): string[];
  /** Undefined where there is no such run. */
  load(run: string): StoredRun | undefined;
  /** Appends to a run's log. Throws a Fault when the disk refuses; nothing may depend on it then. */
  append(run: string, entries: readonly RunEntry[]): void;
  /** The log as it is; undefined where there is none. */
  log(run: string): string | undefined;
  /** Puts a log in the place of the one that is here, which is kept beside it. Throws a Fault when the disk refuses. */
  adopt(run: string, log: string): void;
  /** The entry that made a state by doing a step. */
  advancedTo(run: string, state: number): RunEntryOf<'advanced'> | undefined;
  /** Runs alone among our processes that work on this run. Throws a Fault when that takes too long. */
  exclusively<T>(run: string, work: () => T): T;
  /** Signs a text with the key of this machine, which is made at the first use. */
  sign(text: string): string;
  /** An id that no run has. */
  newId(): string;
}

/** What is needed to judge evidence. */
export interface EvidenceDeps {
  /** The reconciled entries of a session, its record having been read to its end; none where the session is not known. */
  entriesOf(session: RunSession): LedgerEntry[];
  /** The project as it is. `runs`: what a check needs to be run; it comes from a trusted, own or shipped definition. */
  tree(project: string): Tree;
}

/** What the commands on runs work with. */
export interface WorkflowDeps extends EvidenceDeps {
  runs: RunStore;
  now(): Date;
  /** The session that asks; undefined for a person in a shell of no session. */
  session?: RunSession;
  /** Writes into the journal of a session, and says whether its tool events are needed now. Never throws. */
  tell(session: RunSession, entry: WorkflowEntry): void;
  /** Hides secrets. */
  redact(text: string): string;
  /** The same in every text of a value. A run is made of what went through it, and so are its answers. */
  clean<T>(value: T): T;
}
