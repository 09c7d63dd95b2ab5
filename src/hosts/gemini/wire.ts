import * as v from 'valibot';

/**
 * What this client sends to a hook (0.61.0, recorded). Every field is tolerated in any shape: a wrong one counts as
 * absent, since a payload must never make a hook fail. Unknown fields are ignored.
 */
function makeSchema() {
  const text = v.fallback(v.optional(v.string()), undefined);
  return v.object({
    session_id: text,
    transcript_path: text,
    cwd: text,
    hook_event_name: text,
    source: text,
    reason: text,
    prompt: text,
    prompt_response: text,
    tool_name: text,
    tool_input: v.optional(v.unknown()),
    tool_response: v.optional(v.unknown()),
  });
}

let made: ReturnType<typeof makeSchema> | undefined;

/** Made at first use: it costs time that most hooks need not pay. */
export function payloadSchema(): ReturnType<typeof makeSchema> {
  made ??= makeSchema();
  return made;
}

export type Payload = v.InferOutput<ReturnType<typeof payloadSchema>>;
