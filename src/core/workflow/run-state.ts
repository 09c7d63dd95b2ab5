import type { Workflow, WorkflowSource } from './definition.ts';
import type { LedgerPlaces, Rounds, RunEntry, RunEntryOf, RunSession } from './run-entry.ts';

/** What a run had come to at one moment. States form a tree: a rewind and a branch begin another line. */
export interface RunNode {
  /** Absent for the first. */
  parent?: number;
  /** The step that was done to come here; absent for the first. */
  step?: string;
  outputs?: unknown;
  note?: string;
  evidence?: string[];
  rounds?: Rounds;
  /** Paths of the steps that were reached here. */
  opened: string[];
  places: LedgerPlaces;
  time: string;
  /** The state that it repeats, of a rewind. */
  again?: number;
}

/** A note beside the steps; one with a name is a checkpoint. */
export interface RunNote {
  state: number;
  step: string;
  name?: string;
  text: string;
}

export interface RunState {
  run: string;
  workflow: string;
  definitions: Record<string, Workflow>;
  source: WorkflowSource;
  file?: string;
  parameters: Record<string, string | string[]>;
  project: string;
  parent?: { run: string; step: string };
  time: string;
  nodes: Record<string, RunNode>;
  /** The state that counts. */
  head: number;
  /** The highest number given to a state. */
  last: number;
  /** 1 until a branch is begun. */
  branch: number;
  sessions: { session: RunSession; places: LedgerPlaces }[];
  /** How often each thing that is missing was asked for in the state that counts. */
  asked: Record<string, number>;
  notes: RunNote[];
  delegated: Record<string, Omit<RunEntryOf<'delegated'>, 'v' | 'time' | 'kind' | 'step'>>;
  reported: Record<string, { status: string; result?: string }>;
  abandoned?: string;
  /** The machine of the fleet at which it goes on; `abandoned` says so too. */
  movedTo?: string;
  /** The machine of the fleet at which it was gone on with last. */
  carriedFrom?: string;
  /** Entries that it was made of. */
  entries: number;
}

const mostNotes = 100;

export function newRun(entry: RunEntryOf<'started'>): RunState {
  const { run, workflow, definitions, source, file, parameters, project, parent, time } = entry;
  return {
    run,
    workflow,
    definitions,
    source,
    ...(file !== undefined && { file }),
    parameters,
    project,
    ...(parent && { parent }),
    time,
    nodes: { 0: { opened: entry.opened, places: entry.places, time } },
    head: 0,
    last: 0,
    branch: 1,
    sessions: [],
    asked: {},
    notes: [],
    delegated: {},
    reported: {},
    entries: 1,
  };
}

/** A copy to which entries can be applied while the first stays as it is. */
export function copyRun(run: RunState): RunState {
  return {
    ...run,
    nodes: { ...run.nodes },
    sessions: [...run.sessions],
    asked: { ...run.asked },
    notes: [...run.notes],
    delegated: { ...run.delegated },
    reported: { ...run.reported },
  };
}

/** Applies an entry to a run, in place. One that does not fit to what was before changes nothing. */
export function applyRunEntry(run: RunState, entry: RunEntry): void {
  run.entries += 1;
  switch (entry.kind) {
    case 'started':
      return;
    case 'attached':
      run.sessions.push({ session: entry.session, places: entry.places });
      return;
    case 'advanced':
      applyAdvanced(run, entry);
      return;
    case 'asked':
      if (entry.state !== run.head) return;
      for (const what of entry.missing) run.asked[what] = (run.asked[what] ?? 0) + 1;
      return;
    case 'noted': {
      const { state, step, name, text } = entry;
      run.notes.push({ state, step, ...(name !== undefined && { name }), text });
      if (run.notes.length > mostNotes) run.notes.splice(0, run.notes.length - mostNotes);
      return;
    }
    case 'rewound': {
      const target = run.nodes[entry.target];
      if (target === undefined || run.nodes[entry.to] !== undefined) return;
      const { places, time } = entry;
      run.nodes[entry.to] = { ...target, places, time, again: entry.target };
      moveTo(run, entry.to);
      forgetHanded(run);
      return;
    }
    case 'branched':
      if (run.nodes[entry.to] === undefined) return;
      run.branch = entry.branch;
      moveTo(run, entry.to);
      return;
    case 'delegated': {
      const { ticket, ticketId, worker, child } = entry;
      run.delegated[entry.step] = { ticket, ticketId, worker, ...(child && { child }) };
      delete run.reported[entry.step];
      return;
    }
    case 'reported': {
      const { status, result } = entry;
      run.reported[entry.step] = { status, ...(result !== undefined && { result }) };
      return;
    }
    case 'abandoned':
      run.abandoned = entry.why;
      return;
    case 'moved':
      run.abandoned = `it continues on the machine ${entry.machine}`;
      run.movedTo = entry.machine;
      return;
    case 'carried':
      run.carriedFrom = entry.machine;
      return;
    default:
      entry satisfies never;
  }
}

function applyAdvanced(run: RunState, entry: RunEntryOf<'advanced'>): void {
  if (run.nodes[entry.from] === undefined || run.nodes[entry.to] !== undefined) return;
  const { step, note, outputs, evidence, rounds, opened, places, time } = entry;
  run.nodes[entry.to] = {
    parent: entry.from,
    step,
    ...(outputs !== undefined && { outputs }),
    ...(note !== undefined && { note }),
    ...(evidence && { evidence }),
    ...(rounds && { rounds }),
    opened,
    places,
    time,
  };
  moveTo(run, entry.to);
}

function moveTo(run: RunState, state: number): void {
  run.head = state;
  run.last = Math.max(run.last, state);
  run.asked = {};
}

/** A step that was taken back is handed over anew. */
function forgetHanded(run: RunState): void {
  const done = new Set(lineTo(run, run.head).map((state) => run.nodes[state]?.step));
  for (const step of Object.keys(run.delegated)) {
    if (done.has(step)) continue;
    delete run.delegated[step];
    delete run.reported[step];
  }
}

/** Numbers of the states from the first to one, which is in it. */
export function lineTo(run: RunState, state: number): number[] {
  const line: number[] = [];
  for (let at: number | undefined = state; at !== undefined; at = run.nodes[at]?.parent) {
    line.push(at);
  }
  return line.reverse();
}

/** The session that works on the run now. */
export function currentSession(run: RunState): RunSession | undefined {
  return run.sessions.at(-1)?.session;
}

/** A line of states with those that they repeat: a state that was taken back is another number for the one before. */
export function withRepeated(run: RunState, line: readonly number[]): number[] {
  return line.flatMap((number) => {
    const all = [number];
    for (let at = run.nodes[number]?.again; at !== undefined; at = run.nodes[at]?.again) {
      if (all.includes(at)) break;
      all.unshift(at);
    }
    return all;
  });
}
