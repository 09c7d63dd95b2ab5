import type { FieldKind, PayloadOf } from '../../core/payload-shape.ts';

/**
 * What this client sends to a hook, by its documents and by payloads that others recorded (2026.02 to 3.20); nobody
 * recorded it here.
 */
export const payloadShape = {
  conversation_id: 'text',
  session_id: 'text',
  generation_id: 'text',
  transcript_path: 'text',
  cwd: 'text',
  workspace_roots: 'texts',
  hook_event_name: 'text',
  tool_name: 'text',
  tool_input: 'any',
  tool_output: 'any',
  tool_use_id: 'text',
  trigger: 'text',
  status: 'text',
  reason: 'text',
} as const satisfies Record<string, FieldKind>;

export type Payload = PayloadOf<typeof payloadShape>;
