import * as v from 'valibot';

/**
 * What the plugin hands on of a hook (1.18.34, recorded): the hook's name, its first argument, and of its second what is
 * looked at. Every field is tolerated in any shape: a wrong one counts as absent. Unknown fields are ignored.
 */
const text = v.fallback(v.optional(v.string()), undefined);
const flag = v.fallback(v.optional(v.boolean()), undefined);
const anything = v.optional(v.unknown());

const input = v.object({
  sessionID: text,
  agent: text,
  messageID: text,
  tool: text,
  callID: text,
  args: anything,
});

const output = v.object({
  args: anything,
  output: text,
  metadata: anything,
  parts: v.fallback(v.optional(v.array(v.unknown())), undefined),
  message: anything,
});

export const payloadSchema = v.object({
  hook: v.string(),
  /** The session at the top: that of a subagent has it above. */
  session: v.string(),
  /** The subagent's own session. */
  agent: text,
  /** Folder of the session. */
  directory: text,
  /** The client's database. */
  database: text,
  input: v.fallback(v.optional(input), undefined),
  output: v.fallback(v.optional(output), undefined),
  /** Of a compaction: whether the client began it by itself; absent where that is not known. */
  auto: flag,
  /** Of a compaction that is done: its summary. */
  summary: text,
  /** Of a session that is seen for the first time: whether it has messages already. */
  resumed: flag,
  /** Of a prompt: how full the context is, in percent of what the client compacts at. */
  fullness: v.fallback(v.optional(v.number()), undefined),
  /** Of a turn that ended: the model's last words. */
  lastMessage: text,
});

export type Payload = v.InferOutput<typeof payloadSchema>;

export const textPartSchema = v.object({
  type: v.literal('text'),
  text: v.string(),
  synthetic: flag,
});
