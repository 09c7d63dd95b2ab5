import * as v from 'valibot';

/**
 * What this client sends to a hook, as its documents and its program (0.225.2) have it; nobody recorded it here. Every
 * field is tolerated in any shape: a wrong one counts as absent, since a payload must never make a hook fail. Unknown
 * fields are ignored.
 */
function makeSchema() {
  const text = v.fallback(v.optional(v.string()), undefined);
  return v.object({
    session_id: text,
    previous_session_id: text,
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
    custom_instructions: text,
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

/** Some of the client's documents name the fields with capitals in place of low lines. */
export function withLowLines(payload: Record<string, unknown>): Record<string, unknown> {
  const renamed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(payload)) {
    renamed[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)] ??= value;
  }
  return renamed;
}
