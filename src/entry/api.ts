import { sessionHeard } from '../app/sessions/heard.ts';
import { sessionBrief, sessionSnapshot } from '../app/sessions/session-brief.ts';
import { showSession } from '../app/sessions/show.ts';
import { statusRows } from '../app/sessions/status.ts';
import { Fault } from '../core/errors.ts';
import { type CliContext, makeContext } from './cli/context.ts';
import { ledgerOf } from './cli/session-ledger.ts';
import {
  chooseSession,
  configHere,
  readingOf,
  readingOfSession,
  sessionIndex,
} from './cli/sessions.ts';

// What programs import from 'holdfast'. It changes nothing but a session's evidence ledger, which is brought up to date. Types that are exported stand in this file alone, so that its
// declarations need no others.

/** Where to look. Absent parts are those of this process. */
export interface Place {
  /** A folder of the project. */
  folder?: string;
  /** Variables as in `process.env`: `HOLDFAST_HOME`, `HOME` and so on. */
  env?: Record<string, string | undefined>;
}

/** Which session: its id or the beginning of one, or a record that a client wrote. Neither: the newest of the project. */
export interface Which extends Place {
  session?: string;
  /** A client's record, in place of a session. */
  record?: string;
  /** The client that wrote the record, such as `claude-code`; absent: it is recognised. */
  host?: string;
}

/** Where a fact comes from. */
export interface Source {
  source: 'record' | 'git' | 'note' | 'task';
  /** Byte offset and line in the record. */
  offset?: number;
  line?: number;
  time?: string;
  /** Compactions before it. */
  segment: number;
}

/** One thing that is known about the work. */
export interface Fact {
  /** Such as `prohibition`, `request`, `file.modified`, `test.failing`, `todo`, `decision`. */
  kind: string;
  value: string;
  detail?: string;
  state?: string;
  from: Source;
}

/** What was done about one compaction, and what proves it. */
export interface Receipt {
  recovery: string;
  /** Compactions of the session, counted from 1. */
  number: number;
  status: 'armed' | 'delivered' | 'met' | 'released';
  trigger: string;
  armedAt: string;
  sent: { at: string; via: string; characters: number }[];
  delivered?: { at: string; proof: string };
  reading: { path: string; role: string; met?: string }[];
  missing: string[];
  denials: number;
  met?: string;
  released?: { at: string; why: string };
}

/** One line for each session that is known, newest first. */
export interface SessionRow {
  session: string;
  host: string;
  /** ISO time of the last entry. */
  last: string;
  role: string;
  task?: string;
  compactions: number;
  receipt?: string;
  project?: string;
  ended: boolean;
}

/** What is known of one session. */
export interface Session {
  session: string;
  host: string;
  project?: string;
  record?: string;
  /** True when the record is gone: then the facts are as last written down. */
  recordGone: boolean;
  agents: {
    agent: string;
    role: string;
    task?: { path?: string; confidence: string; reason: string };
    receipts: Receipt[];
  }[];
  /** Compactions that the record shows and nobody was told of; absent where the record cannot be read. */
  missed?: { boundary: string; at?: string; trigger: string }[];
  facts: Fact[];
}

/** The text that an agent of the session would get now. */
export interface Brief {
  session: string;
  text: string;
  /** Files whose whole content stands in it. */
  inlined: string[];
}

/** One call of a tool, or one answer of the user. */
export interface Evidence {
  kind: 'call' | 'answer';
  id: string;
  /** `hook` and `claimed` prove nothing by themselves. */
  source: 'record' | 'hook' | 'claimed';
  time?: string;
  tool?: string;
  command?: string;
  paths?: string[];
  outcome?: string;
  question?: string;
  answer?: string;
}

/** Why something was refused: `code` is for programs, the message and the hint for people. */
export interface HoldfastError extends Error {
  code: string;
  hint?: string;
}

/** True for what the functions here throw when a session or a record cannot be read as asked. */
export function isHoldfastError(error: unknown): error is HoldfastError {
  return error instanceof Fault;
}

/** The sessions that are known on this machine, newest first. */
export async function listSessions(place: Place = {}): Promise<SessionRow[]> {
  return statusRowsOf(contextOf(place));
}

/** One session: its tasks, receipts and facts. */
export async function readSession(which: Omit<Which, 'record' | 'host'> = {}): Promise<Session> {
  const context = contextOf(which);
  const session = chooseSession(context, which.session);
  const { deps, event, gone } = readingOfSession(context, session);
  const { facts } = await sessionSnapshot(deps, event);
  const heard = sessionHeard(deps, event);
  const view = showSession(sessionIndex(context), session, facts, heard, configHere(context));
  const { host, project, record, agents } = view;
  return {
    session: session.id,
    host,
    project,
    record,
    recordGone: gone !== undefined,
    agents: agents.map(({ agent, role, task, receipts }) => ({
      agent,
      role: role.role,
      task,
      receipts,
    })),
    ...(heard === undefined ? {} : { missed: heard.missed }),
    facts,
  };
}

/** The facts of a session, or of a record that no session here wrote. */
export async function readFacts(which: Which = {}): Promise<Fact[]> {
  const { deps, event } = readingFor(which);
  return (await sessionSnapshot(deps, event)).facts;
}

/** The very text that an agent of the session would get now; `budget`: characters at most, from 600. */
export async function brief(which: Which & { budget?: number } = {}): Promise<Brief> {
  const { deps, event, stored } = readingFor(which);
  const { budget } = which;
  if (budget !== undefined && !(Number.isInteger(budget) && budget >= 600)) {
    throw new Fault('usage', 'The budget of a brief must be a whole number of at least 600.');
  }
  const { text, inlined } = await sessionBrief(deps, event, { budget, stored });
  return { session: event.sessionId, text, inlined };
}

/** What a session really did: its tool calls, and what the user answered. */
export async function evidence(which: Which = {}): Promise<Evidence[]> {
  return ledgerOf(contextOf(which), readingFor(which)).entries;
}

function statusRowsOf(context: CliContext): SessionRow[] {
  const index = sessionIndex(context);
  return statusRows(index, () => undefined, index.list(), configHere(context));
}

function contextOf({ folder = process.cwd(), env = process.env }: Place) {
  return makeContext(env, folder);
}

function readingFor(which: Which) {
  const { session, record, host } = which;
  return readingOf(contextOf(which), session, { transcript: record, host });
}
