import * as v from 'valibot';

/**
 * What the extension hands on of an event (1.6.0, recorded): its name, whose it is, and of the event itself what is looked
 * at. Every field is tolerated in any shape: a wrong one counts as absent. Unknown fields are ignored.
 */
const text = v.fallback(v.optional(v.string()), undefined);
const flag = v.fallback(v.optional(v.boolean()), undefined);
const anything = v.optional(v.unknown());

const event = v.object({
  reason: text,
  prompt: text,
  toolName: text,
  toolCallId: text,
  input: anything,
  content: anything,
  details: anything,
  structuredContent: anything,
  isError: flag,
  customInstructions: text,
});

export const payloadSchema = v.object({
  hook: v.string(),
  session: v.string(),
  cwd: text,
  /** The session's file; absent where the client keeps none. */
  file: text,
  event: v.fallback(v.optional(event), undefined),
  /** Of a session's start: whether it has messages already. */
  resumed: flag,
  /** Of a compaction that is done: its summary. */
  summary: text,
  /** Of a prompt: how full the context is, in percent. */
  fullness: v.fallback(v.optional(v.number()), undefined),
  /** Of a run that ended: the model's last words. */
  lastMessage: text,
});

export type Payload = v.InferOutput<typeof payloadSchema>;
