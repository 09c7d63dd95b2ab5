import * as v from 'valibot';

/**
 * What this client sends to a hook that is registered by a name in `camelCase` (1.0.102, recorded). Every field is tolerated in
 * any shape: a wrong one counts as absent, since a payload must never make a hook fail. Unknown fields are ignored.
 */
function makeSchema() {
  const text = v.fallback(v.optional(v.string()), undefined);
  const anything = v.optional(v.unknown());
  return v.object({
    sessionId: text,
    /** Absent in what the client sends; the sample session names its events by it. */
    hook_event_name: text,
    cwd: text,
    transcriptPath: text,
    source: text,
    prompt: text,
    toolName: text,
    toolArgs: anything,
    toolResult: anything,
    error: anything,
    trigger: text,
    customInstructions: text,
    agentName: text,
    reason: text,
  });
}

let made: ReturnType<typeof makeSchema> | undefined;

/** Made at first use. */
export function payloadSchema(): ReturnType<typeof makeSchema> {
  made ??= makeSchema();
  return made;
}

export type Payload = v.InferOutput<ReturnType<typeof payloadSchema>>;
