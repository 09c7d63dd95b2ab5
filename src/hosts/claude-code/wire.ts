import * as v from 'valibot';

/**
 * What this client sends to a hook (2.1.332, recorded). Every field is tolerated in any shape: a wrong one
 * counts as absent, since a payload must never make a hook fail. Unknown fields are ignored.
 */
const text = v.fallback(v.optional(v.string()), undefined);
const record = v.fallback(v.optional(v.record(v.string(), v.unknown())), undefined);

export const payloadSchema = v.object({
  session_id: text,
  transcript_path: text,
  cwd: text,
  hook_event_name: text,
  permission_mode: text,
  prompt_id: text,
  agent_id: text,
  agent_type: text,
  source: text,
  prompt: text,
  tool_name: text,
  tool_input: v.optional(v.unknown()),
  tool_response: v.optional(v.unknown()),
  tool_use_id: text,
  tool_calls: v.fallback(v.optional(v.array(v.unknown())), undefined),
  error: text,
  is_interrupt: v.fallback(v.optional(v.boolean()), undefined),
  trigger: text,
  custom_instructions: text,
  compact_summary: text,
  last_assistant_message: text,
  reason: text,
});

export const batchCallSchema = v.object({ tool_use_id: text, tool_name: text, tool_input: record });

export type Payload = v.InferOutput<typeof payloadSchema>;

/** Events whose answer may carry `hookSpecificOutput.additionalContext`. */
export const contextEvents = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'Stop',
  'SubagentStart',
  'SubagentStop',
] as const;
