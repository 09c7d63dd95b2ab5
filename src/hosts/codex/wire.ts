import * as v from 'valibot';

/**
 * What this client sends to a hook (0.171.0, recorded). Every field is tolerated in any shape: a wrong one counts as
 * absent, since a payload must never make a hook fail. Unknown fields are ignored.
 */
function makeSchema() {
  const text = v.fallback(v.optional(v.string()), undefined);
  return v.object({
    session_id: text,
    turn_id: text,
    agent_id: text,
    agent_type: text,
    transcript_path: text,
    cwd: text,
    hook_event_name: text,
    permission_mode: text,
    source: text,
    prompt: text,
    tool_name: text,
    tool_input: v.optional(v.unknown()),
    tool_response: v.optional(v.unknown()),
    tool_use_id: text,
    trigger: text,
    last_assistant_message: text,
    reason: text,
  });
}

let made: ReturnType<typeof makeSchema> | undefined;

/** Made at first use: the hook program of every host loads this file. */
export function payloadSchema(): ReturnType<typeof makeSchema> {
  made ??= makeSchema();
  return made;
}

export type Payload = v.InferOutput<ReturnType<typeof payloadSchema>>;
