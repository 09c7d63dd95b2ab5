import * as v from 'valibot';

/**
 * What this client sends to a hook, by its documents and by payloads that others recorded (2026.02 to 3.20); nobody
 * recorded it here. Every field is tolerated in any shape: a wrong one counts as absent, since a payload must never make
 * a hook fail. Unknown fields are ignored.
 */
function makeSchema() {
  const text = v.fallback(v.optional(v.string()), undefined);
  return v.object({
    conversation_id: text,
    session_id: text,
    generation_id: text,
    transcript_path: text,
    cwd: text,
    workspace_roots: v.fallback(v.optional(v.array(v.string())), undefined),
    hook_event_name: text,
    tool_name: text,
    tool_input: v.optional(v.unknown()),
    tool_output: v.optional(v.unknown()),
    tool_use_id: text,
    trigger: text,
    status: text,
    reason: text,
  });
}

let made: ReturnType<typeof makeSchema> | undefined;

/** Made at first use: the hook program loads this file. */
export function payloadSchema(): ReturnType<typeof makeSchema> {
  made ??= makeSchema();
  return made;
}

export type Payload = v.InferOutput<ReturnType<typeof payloadSchema>>;
