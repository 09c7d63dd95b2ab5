import type { FieldKind, PayloadOf } from '../../core/payload-shape.ts';

/** What this client sends to a hook (0.171.0, recorded). */
export const payloadShape = {
  session_id: 'text',
  turn_id: 'text',
  agent_id: 'text',
  agent_type: 'text',
  transcript_path: 'text',
  cwd: 'text',
  hook_event_name: 'text',
  permission_mode: 'text',
  source: 'text',
  prompt: 'text',
  tool_name: 'text',
  tool_input: 'any',
  tool_response: 'any',
  tool_use_id: 'text',
  trigger: 'text',
  last_assistant_message: 'text',
  reason: 'text',
} as const satisfies Record<string, FieldKind>;

export type Payload = PayloadOf<typeof payloadShape>;
