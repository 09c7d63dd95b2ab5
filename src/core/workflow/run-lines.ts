import type { RunEntry } from './run-entry.ts';
import { applyRunEntry, newRun, type RunState } from './run-state.ts';

/** A run that is made of lines of a log. Lines that are torn, of a newer version or of no known form are counted. */
export interface RunFold {
  state?: RunState;
  skipped: number;
}

/** Adds lines to what was made of those before them, in place. */
export function foldLines(fold: RunFold, text: string): void {
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const entry = parseRunLine(line);
    if (entry === undefined) fold.skipped += 1;
    else if (fold.state !== undefined) applyRunEntry(fold.state, entry);
    else if (entry.kind === 'started') fold.state = newRun(entry);
    else fold.skipped += 1;
  }
}

/** One line; undefined when it is not understood. */
export function parseRunLine(line: string): RunEntry | undefined {
  try {
    const value = JSON.parse(line) as Record<string, unknown> | null;
    return value !== null && value.v === 1 && typeof value.time === 'string' && isKnown(value)
      ? (value as unknown as RunEntry)
      : undefined;
  } catch {
    return undefined;
  }
}

type Kind = RunEntry['kind'];
type Type = 'string' | 'number' | 'object';

/** What an entry must hold at least. */
const needed: Record<Kind, Record<string, Type>> = {
  started: {
    run: 'string',
    workflow: 'string',
    definitions: 'object',
    parameters: 'object',
    project: 'string',
    opened: 'object',
    places: 'object',
  },
  attached: { session: 'object', places: 'object' },
  advanced: {
    from: 'number',
    to: 'number',
    step: 'string',
    opened: 'object',
    places: 'object',
    answer: 'object',
  },
  asked: { state: 'number', step: 'string', missing: 'object' },
  noted: { state: 'number', step: 'string', text: 'string' },
  rewound: { to: 'number', target: 'number', places: 'object' },
  branched: { to: 'number', branch: 'number' },
  delegated: { step: 'string', ticket: 'string', ticketId: 'string', worker: 'string' },
  reported: { step: 'string', ticketId: 'string', status: 'string' },
  abandoned: { why: 'string' },
  moved: { machine: 'string' },
  carried: { machine: 'string' },
};

function isKnown(value: Record<string, unknown>): boolean {
  const kind = value.kind as string;
  if (!Object.hasOwn(needed, kind)) return false;
  return Object.entries(needed[kind as Kind]).every(
    ([key, type]) => typeof value[key] === type && value[key] !== null,
  );
}
