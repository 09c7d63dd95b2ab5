import type { FieldKind, PayloadOf } from '../../core/payload-shape.ts';

/** What this client sends to a hook (2.1.332, recorded). */
export const payloadShape = {
  session_id: 'text',
  transcript_path: 'text',
  cwd: 'text',
  hook_event_name: 'text',
  permission_mode: 'text',
  prompt_id: 'text',
  agent_id: 'text',
  agent_type: 'text',
  source: 'text',
  prompt: 'text',
  tool_name: 'text',
  tool_input: 'any',
  tool_response: 'any',
  tool_use_id: 'text',
  tool_calls: 'list',
  error: 'text',
  is_interrupt: 'flag',
  trigger: 'text',
  custom_instructions: 'text',
  compact_summary: 'text',
  last_assistant_message: 'text',
  reason: 'text',
} as const satisfies Record<string, FieldKind>;

export type Payload = PayloadOf<typeof payloadShape>;
