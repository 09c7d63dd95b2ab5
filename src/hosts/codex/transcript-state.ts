import { Turns } from '../../core/rewind/turns.ts';
import { object, text, type Value } from '../../core/rows/values.ts';
import type { ToolKind } from '../../core/tool.ts';
import { Told } from './transcript-told.ts';

/** One call that waits for its result; several where one script made them. */
export interface OpenCall {
  id: string;
  name: string;
  kind: ToolKind;
  command?: string;
  paths: string[];
  /** Told by a row of the client before the result. */
  exitCode?: number;
}

export interface OpenRow {
  calls: OpenCall[];
  /** What the call asks for: a command's session, a script's cell, an agent. */
  session?: string;
  cell?: string;
  agent?: string;
  /** Texts of questions by their ids. */
  questions?: Record<string, string>;
}

export interface Place {
  cwd?: string;
  branch?: string;
  hostVersion?: string;
}

const mostOpen = 500;
const mostIds = 1000;
const mostRunning = 100;
const longestCommand = 2500;

/** What must be remembered from row to row. All of it is bounded. */
export class ReadingState {
  /** As `ReaderOptions` has it. */
  keep: number | undefined;
  readonly told = new Told();
  /** What the person said, and what of it was rolled back. */
  readonly turns = new Turns();
  /** Where the row at hand stands, and its time. */
  row: { offset: number; time?: string } = { offset: 0 };
  readonly open = new Map<string, OpenRow>();
  /** Commands and scripts that go on, by their numbers, with the command where it is known. */
  readonly running = new Map<string, string>();
  /** Those of them that are over, while the agent has not asked. */
  readonly ended = new Set<string>();
  /** Ids of calls that were told. */
  readonly known = new Set<string>();
  place: Place = {};
  mode: string | undefined;
  /** The session's own id: a fork's file begins with rows of the session it came from. */
  session: string | undefined;
  subagent = false;
  /** The turn at hand: whether a person spoke in it, and whether the agent did something since. */
  turn = { open: false, said: false, acted: false, inherited: false };
  model: string | undefined;
  contextTokens: number | undefined;
  /** A boundary that was told, for its second row: by which kind of row, and how many rows ago. */
  boundary: { side: 'row' | 'event'; rows: number } | undefined;

  openRow(id: string, row: OpenRow): void {
    put(this.open, id, row, mostOpen);
    for (const call of row.calls) this.remember(call.id);
  }

  remember(id: string): void {
    this.known.add(id);
    if (this.known.size <= mostIds) return;
    const oldest = this.known.values().next();
    if (!oldest.done) this.known.delete(oldest.value);
  }

  run(id: string, command: string): void {
    put(this.running, id, command.slice(0, longestCommand), mostRunning);
    for (const one of this.ended) if (!this.running.has(one)) this.ended.delete(one);
  }

  memory(): Value {
    return {
      version: 1,
      told: this.told.memory(),
      turns: this.turns.memory(),
      open: [...this.open].slice(-16),
      running: [...this.running].slice(-16).map(([id, command]) => [id, command.slice(0, 500)]),
      ended: [...this.ended].slice(-16),
      known: [...this.known].slice(-64),
      place: this.place,
      mode: this.mode,
      session: this.session,
      subagent: this.subagent,
      turn: this.turn,
      model: this.model,
      contextTokens: this.contextTokens,
      boundary: this.boundary,
    };
  }

  /** Takes over what an earlier reading's `memory` told. Anything else is left aside, and the reading starts afresh. */
  restore(memory: string, moved?: boolean): void {
    let given: Value;
    try {
      given = object(JSON.parse(memory));
    } catch {
      return;
    }
    if (given.version !== 1) return;
    this.told.restore(given.told);
    if (!moved) this.turns.restore(given.turns);
    for (const [id, row] of pairs(given.open)) {
      if (Array.isArray(object(row).calls)) this.open.set(id, row as OpenRow);
    }
    for (const [id, command] of pairs(given.running)) this.running.set(id, text(command) ?? '');
    for (const name of ['ended', 'known'] as const) {
      const ids = given[name];
      if (Array.isArray(ids)) for (const id of ids) this[name].add(String(id));
    }
    this.place = object(given.place) as Place;
    this.mode = text(given.mode);
    this.session = text(given.session);
    this.subagent = given.subagent === true;
    this.turn = { ...this.turn, ...(object(given.turn) as Partial<ReadingState['turn']>) };
    this.model = text(given.model);
    if (typeof given.contextTokens === 'number') this.contextTokens = given.contextTokens;
    const boundary = object(given.boundary);
    if (typeof boundary.rows === 'number') {
      this.boundary = boundary as unknown as NonNullable<ReadingState['boundary']>;
    }
  }
}

function put<V>(map: Map<string, V>, id: string, value: V, most: number): void {
  map.delete(id);
  map.set(id, value);
  if (map.size <= most) return;
  const oldest = map.keys().next();
  if (!oldest.done) map.delete(oldest.value);
}

function pairs(value: unknown): [string, unknown][] {
  return Array.isArray(value)
    ? value.filter((one): one is [string, unknown] => Array.isArray(one) && one.length === 2)
    : [];
}
