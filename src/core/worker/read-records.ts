import * as v from 'valibot';
import type { LaunchRecord, WorkerState } from './launch.ts';

const mark = v.object({ pid: v.number(), identity: v.string() });
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const launchRecord = v.looseObject({
  v: v.literal(1),
  worker: v.string(),
  ticket: v.string(),
  ticketId: v.string(),
  host: v.string(),
  project: v.string(),
  folder: v.string(),
  branch: v.optional(v.string()),
  model: v.optional(v.string()),
  permission: v.picklist(['ask', 'edit', 'full']),
  allow: v.optional(v.array(v.string())),
  coordinates: v.optional(v.literal(true)),
  max: v.optional(count),
  restarts: count,
  handler: v.optional(v.object({ host: v.string(), session: v.string() })),
  promptStart: v.string(),
  scratch: v.string(),
  run: count,
  sessions: v.array(v.string()),
  resumable: v.boolean(),
  ends: count,
  launched: v.string(),
  supervisor: v.optional(mark),
});

const spent = v.looseObject({ inputTokens: v.number(), outputTokens: v.number(), toolUses: count });

const workerState = v.looseObject({
  v: v.literal(1),
  status: v.picklist([
    'queued',
    'running',
    'restarting',
    'stopping',
    'completed',
    'interrupted',
    'failed',
  ]),
  reason: v.string(),
  time: v.string(),
  holdsPlace: v.boolean(),
  client: v.optional(mark),
  restarts: count,
  compactions: count,
  activities: v.array(v.object({ time: v.string(), kind: v.string(), text: v.string() })),
  activityCount: count,
  spent,
  spentBefore: spent,
  lines: count,
  unknownLines: count,
  waiting: v.array(v.string()),
});

/** A launch record by its text; undefined when it is none. */
export function launchRecordOf(text: string | undefined): LaunchRecord | undefined {
  return parsed(launchRecord, text) as LaunchRecord | undefined;
}

/** A worker's state by its text; undefined when it is none. */
export function workerStateOf(text: string | undefined): WorkerState | undefined {
  return parsed(workerState, text) as WorkerState | undefined;
}

function parsed(schema: v.GenericSchema, text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    const result = v.safeParse(schema, JSON.parse(text));
    return result.success ? result.output : undefined;
  } catch {
    return undefined;
  }
}
