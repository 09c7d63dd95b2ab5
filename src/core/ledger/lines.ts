import type { StoredCursor } from '../recovery/entry.ts';
import type { LedgerEntry } from './entry.ts';

/** How far the record was read, and what the reading must know to go on. */
export interface LedgerMark {
  v: 1;
  kind: 'read';
  agent?: string;
  record: string;
  cursor: StoredCursor;
  /** The last place that was given out. */
  order: number;
  cwd?: string;
  /** The question that waits for the person. */
  question?: string;
}

/** All ids of calls, and rows of answers, in turns of a record that were taken back, as it was read last. */
export interface TakenBackLine {
  v: 1;
  kind: 'taken-back';
  agent?: string;
  calls: string[];
  /** The rows by which ids of answers begin. */
  rows: string[];
}

export interface LedgerReading {
  entries: LedgerEntry[];
  /** By agent, empty for the session itself. */
  takenBack: Map<string, TakenBackLine>;
  mark?: LedgerMark;
  /** The same for the records of agents below the session, by agent. */
  agents: Map<string, LedgerMark>;
  /** Lines that are torn, of a newer version, or of no known form. */
  skipped: number;
}

/** The lines of a ledger. What is not understood is skipped and counted, never an error. */
export function readLines(text: string): LedgerReading {
  const reading: LedgerReading = {
    entries: [],
    takenBack: new Map(),
    agents: new Map(),
    skipped: 0,
  };
  let told = 0;
  const orders = new Map<string, number>();
  for (const line of text.split('\n')) {
    if (line === '') continue;
    told += 1;
    const value = parsed(line);
    if (isEntry(value)) {
      const agent = value.agent ?? '';
      const order = orders.get(agent) ?? 0;
      if (value.source === 'hook') {
        reading.entries.push(toldAt(value, told, order, orders.get('') ?? 0));
      } else reading.entries.push(value);
      if (value.source === 'record') {
        orders.set(agent, Math.max(order, value.began, value.ended ?? 0, overOf(value)));
      }
    } else if (isMark(value)) {
      if (value.agent === undefined) reading.mark = value;
      else reading.agents.set(value.agent, value);
      const agent = value.agent ?? '';
      orders.set(agent, Math.max(orders.get(agent) ?? 0, value.order));
    } else if (isTakenBack(value)) {
      reading.takenBack.set(value.agent ?? '', value);
    } else {
      reading.skipped += 1;
    }
  }
  return reading;
}

function overOf(entry: LedgerEntry): number {
  return entry.kind === 'call' ? (entry.over ?? 0) : 0;
}

/**
 * An event knows no place in the record: it came behind all that was read of the record before its line; of an agent's
 * behind all that was read of the session besides.
 */
function toldAt(entry: LedgerEntry, told: number, order: number, session: number): LedgerEntry {
  const placed = { ...entry, told, began: order };
  if (entry.agent !== undefined) placed.within = { from: session, to: session };
  return entry.ended === undefined ? placed : { ...placed, ended: order };
}

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

const sources = ['record', 'hook', 'claimed'];
const outcomes = ['ok', 'failed', 'denied', 'interrupted', 'unknown'];

function isEntry(value: unknown): value is LedgerEntry {
  const entry = value as Record<string, unknown> | undefined;
  if (entry?.v !== 1 || typeof entry.id !== 'string' || typeof entry.began !== 'number')
    return false;
  if (!sources.includes(entry.source as string)) return false;
  if (!isOptional(entry.agent, 'string') || !isSpan(entry.within)) return false;
  if (entry.kind === 'answer') {
    return (
      typeof entry.question === 'string' &&
      typeof entry.answer === 'string' &&
      (entry.by === 'prompt' || entry.by === 'dialog')
    );
  }
  return (
    entry.kind === 'call' &&
    typeof entry.tool === 'string' &&
    typeof entry.does === 'string' &&
    isTexts(entry.paths) &&
    outcomes.includes(entry.outcome as string) &&
    isOptional(entry.command, 'string') &&
    isOptional(entry.cwd, 'string') &&
    isOptional(entry.exitCode, 'number') &&
    isOptional(entry.spawned, 'string') &&
    isOptional(entry.over, 'number') &&
    isFiles(entry.changed) &&
    isFiles(entry.shown)
  );
}

function isMark(value: unknown): value is LedgerMark {
  const mark = value as Record<string, unknown> | undefined;
  return (
    mark?.v === 1 &&
    mark.kind === 'read' &&
    typeof mark.record === 'string' &&
    typeof mark.order === 'number' &&
    typeof mark.cursor === 'object' &&
    mark.cursor !== null &&
    isOptional(mark.agent, 'string') &&
    isOptional(mark.cwd, 'string') &&
    isOptional(mark.question, 'string')
  );
}

function isTakenBack(value: unknown): value is TakenBackLine {
  const line = value as Record<string, unknown> | undefined;
  return (
    line?.v === 1 &&
    line.kind === 'taken-back' &&
    isOptional(line.agent, 'string') &&
    isTexts(line.calls) &&
    isTexts(line.rows)
  );
}

function isOptional(value: unknown, type: string): boolean {
  return value === undefined || typeof value === type;
}

function isSpan(value: unknown): boolean {
  if (value === undefined) return true;
  const span = value as Record<string, unknown> | null;
  return typeof span?.from === 'number' && typeof span.to === 'number';
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function isFiles(value: unknown): boolean {
  if (value === undefined) return true;
  return (
    Array.isArray(value) &&
    value.every((one) => typeof (one as { path?: unknown } | null)?.path === 'string')
  );
}
