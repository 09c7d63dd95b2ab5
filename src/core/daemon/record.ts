import * as v from 'valibot';

/** What the daemon's own clients and the daemon agree on; it rises when one of them no longer understands the other. */
export const protocol = 1;

const recordSchema = v.object({
  v: v.literal(1),
  pid: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** What tells this process from every other one that has or had its number. */
  identity: v.string(),
  port: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535)),
  /** Absolute path; absent where the system has no such sockets. */
  socket: v.optional(v.string()),
  version: v.string(),
  protocol: v.number(),
  started: v.string(),
});

/** Where the daemon of a state folder is found, as it wrote down itself. */
export type DaemonRecord = v.InferOutput<typeof recordSchema>;

/** Undefined for anything but the record of a daemon whose record has this form. */
export function parseRecord(text: string | undefined): DaemonRecord | undefined {
  if (text === undefined) return undefined;
  try {
    const parsed = v.safeParse(recordSchema, JSON.parse(text));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

const helloSchema = v.object({
  name: v.literal('holdfast'),
  version: v.string(),
  protocol: v.number(),
  pid: v.number(),
  started: v.string(),
  proof: v.optional(v.string()),
});

/** The daemon's answer to who it is. */
export type Hello = v.InferOutput<typeof helloSchema>;

/** Undefined for what is no answer of a daemon of ours. */
export function parseHello(value: unknown): Hello | undefined {
  const parsed = v.safeParse(helloSchema, value);
  return parsed.success ? parsed.output : undefined;
}
