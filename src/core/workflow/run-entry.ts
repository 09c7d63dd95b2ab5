import type { Workflow, WorkflowSource } from './definition.ts';
import type { StepView } from './step-view.ts';

/** The session of a host that works on a run. */
export interface RunSession {
  host: string;
  session: string;
}

/** Places in the ledgers of the run's sessions, by `host/session`: what is behind them came later. */
export type LedgerPlaces = Record<string, number>;

/** Rounds of repeated steps that are gone, by their path: whether another one follows. */
export type Rounds = Record<string, 'again' | 'over' | 'stuck'>;

/** What a call of `next` and its like came to. */
export interface WorkflowAnswer {
  /**
   * `pending`: nothing was changed; `missing`: the step stays; `stuck`: rounds were gone without what they were for, and the
   * run waits for a person.
   */
  outcome:
    | 'started'
    | 'pending'
    | 'advanced'
    | 'missing'
    | 'rewound'
    | 'noted'
    | 'stuck'
    | 'done'
    | 'abandoned';
  run: string;
  workflow: string;
  title: string;
  /** Plain sentences. */
  said: string;
  /** The answer was given before, to the same token. */
  again?: true;
  /** The token is from before a rewind, and the run goes on from it as this branch. */
  branch?: number;
  /** The pending step; absent when the run is over. */
  view?: StepView;
  /** Steps that may be done at the same time as that one. */
  beside?: { step: string; title: string; prompt: string; token: string }[];
}

interface Base {
  v: 1;
  /** ISO time. */
  time: string;
}

/** Everything that is written to the log of a run. Entries only ever gain optional fields. */
export type RunEntry = Base &
  (
    | {
        kind: 'started';
        run: string;
        workflow: string;
        /** The definition with all subworkflows, by id: an edit of a file never changes a running run. */
        definitions: Record<string, Workflow>;
        source: WorkflowSource;
        /** Of a file: its path. */
        file?: string;
        parameters: Record<string, string | string[]>;
        /** The project's top folder. */
        project: string;
        /** The step of another run that this one was started for. */
        parent?: { run: string; step: string };
        /** Paths of the steps that were reached by it. */
        opened: string[];
        places: LedgerPlaces;
      }
    | { kind: 'attached'; session: RunSession; places: LedgerPlaces }
    | {
        kind: 'advanced';
        /** The state that it went on from, and the one that it made. */
        from: number;
        to: number;
        step: string;
        note?: string;
        outputs?: unknown;
        /** Ids of ledger entries. */
        evidence?: string[];
        rounds?: Rounds;
        opened: string[];
        places: LedgerPlaces;
        answer: WorkflowAnswer;
      }
    /** `next` was asked, and this was missing. */
    | { kind: 'asked'; state: number; step: string; missing: string[] }
    | { kind: 'noted'; state: number; step: string; name?: string; text: string }
    /** The run is back at `target`, as a state of its own. */
    | { kind: 'rewound'; to: number; target: number; places: LedgerPlaces }
    /** The run goes on from a state of before a rewind. */
    | { kind: 'branched'; to: number; branch: number }
    | {
        kind: 'delegated';
        step: string;
        ticket: string;
        ticketId: string;
        worker: string;
        child?: string;
      }
    | { kind: 'reported'; step: string; ticketId: string; status: string; result?: string }
    | { kind: 'abandoned'; why: string }
    /** The run goes on at another machine of the fleet; nothing more is done with it here. */
    | { kind: 'moved'; machine: string }
    /** The run was begun, or gone on with, at another machine of the fleet, and goes on here. */
    | { kind: 'carried'; machine: string }
  );
export type RunEntryOf<K extends RunEntry['kind']> = Extract<RunEntry, { kind: K }>;
