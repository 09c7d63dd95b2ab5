import type { WorkerUsage } from './event.ts';

/** What a launcher wrote down of a worker before its client was started; see docs/workers.md. */
export interface LaunchRecord {
  v: 1;
  /** The worker's id. */
  worker: string;
  /** The ticket's absolute path. */
  ticket: string;
  ticketId: string;
  /** The host's id. */
  host: string;
  /** Its client's library runs in a process of ours in place of its program. */
  inProcess?: true;
  /** The main work tree, which holds the ticket. */
  project: string;
  /** The folder that the client runs in. */
  folder: string;
  /** The folder is a work tree of git that was made for the worker, on this branch. */
  branch?: string;
  model?: string;
  permission: 'ask' | 'edit' | 'full';
  /** Patterns of commands and tools that pass unasked, as a person allowed them. */
  allow?: string[];
  /** Its ticket lets it start workers, so that the client keeps its tools for that. */
  coordinates?: true;
  /** Workers at the same time, at most; this one waits for its turn. */
  max?: number;
  /** Starts again without a person, at most. */
  restarts: number;
  /** The handoff whose text it begins with: it continues the work of a session. */
  handoff?: string;
  /** The session that started it, which is told how it ends. */
  handler?: { host: string; session: string };
  /** The beginning of the prompt. */
  promptStart: string;
  /** The folder that the workers of one handler share. */
  scratch: string;
  /** Which start of the client this is, from 1; each may begin a session. 0: none was started yet. */
  run: number;
  /** Sessions of the worker as `host/id`, the newest last. */
  sessions: string[];
  /** True when the last session can be gone on with. */
  resumable: boolean;
  /** How often it came to an end: each end is told once. */
  ends: number;
  /** ISO time of the first launch. */
  launched: string;
  /** The process that looks after it. */
  supervisor?: ProcessMark;
}

/** A process that no other one of its number can be taken for. */
export interface ProcessMark {
  pid: number;
  identity: string;
}

/** Where a worker stands. `lost`: nobody looks after it any more, though it has not ended. */
export type WorkerStatus =
  | 'queued'
  | 'running'
  | 'restarting'
  | 'stopping'
  | 'completed'
  | 'interrupted'
  | 'failed'
  | 'lost';

/** One thing that a worker did. */
export interface Activity {
  /** ISO time. */
  time: string;
  kind:
    | 'start'
    | 'prompt'
    | 'tool'
    | 'text'
    | 'result'
    | 'error'
    | 'compaction'
    | 'permission'
    | 'note';
  /** One line. */
  text: string;
}

/** Tokens and cost of a worker in all its sessions. */
export interface Spent {
  inputTokens: number;
  outputTokens: number;
  /** Tokens in the model's context at the last answer. */
  contextTokens?: number;
  costUsd?: number;
  toolUses: number;
}

/** What is known of a worker; derived from its client's stream, and written by its supervisor alone. */
export interface WorkerState {
  v: 1;
  status: WorkerStatus;
  /** Why it stands there, one sentence. */
  reason: string;
  /** ISO time of the last change. */
  time: string;
  /** ISO time of the first start of its client. */
  began?: string;
  ended?: string;
  /** True while it counts towards what runs at the same time. */
  holdsPlace: boolean;
  client?: ProcessMark;
  model?: string;
  /** The first message that the client was given, as it told it back; else as it was sent. */
  firstPrompt?: string;
  /** The last text of its model. */
  lastText?: string;
  restarts: number;
  compactions: number;
  /** The last ten, oldest first. */
  activities: Activity[];
  /** All of them. */
  activityCount: number;
  spent: Spent;
  /** Spent in sessions that were left. */
  spentBefore: Spent;
  /** Lines that were read, and those of them that said nothing that is known. */
  lines: number;
  unknownLines: number;
  /** Ids of requests that wait for a person. */
  waiting: string[];
}

export const noneSpent: Spent = { inputTokens: 0, outputTokens: 0, toolUses: 0 };

export function newWorkerState(time: string): WorkerState {
  return {
    v: 1,
    status: 'queued',
    reason: 'It was just launched.',
    time,
    holdsPlace: false,
    restarts: 0,
    compactions: 0,
    activities: [],
    activityCount: 0,
    spent: noneSpent,
    spentBefore: noneSpent,
    lines: 0,
    unknownLines: 0,
    waiting: [],
  };
}

/** True where a worker has come to its end. */
export function isOver(status: WorkerStatus): boolean {
  return status === 'completed' || status === 'interrupted' || status === 'failed';
}

/** What is spent after a client told of some: the whole session's counts, or what is to be added. */
export function addUsage(spent: Spent, before: Spent, usage: WorkerUsage): Spent {
  const base = usage.total ? before : spent;
  const sum: Spent = {
    ...spent,
    inputTokens: amount(spent.inputTokens, base.inputTokens, usage.inputTokens),
    outputTokens: amount(spent.outputTokens, base.outputTokens, usage.outputTokens),
  };
  if (usage.contextTokens !== undefined) sum.contextTokens = usage.contextTokens;
  if (usage.costUsd !== undefined) sum.costUsd = (base.costUsd ?? 0) + usage.costUsd;
  return sum;
}

function amount(now: number, base: number, told: number | undefined): number {
  return told === undefined ? now : base + told;
}
