import type { FieldKind, PayloadOf } from '../../core/payload-shape.ts';

/** What this client sends to a hook (0.61.0, recorded). */
export const payloadShape = {
  session_id: 'text',
  transcript_path: 'text',
  cwd: 'text',
  hook_event_name: 'text',
  source: 'text',
  reason: 'text',
  prompt: 'text',
  prompt_response: 'text',
  tool_name: 'text',
  tool_input: 'any',
  tool_response: 'any',
} as const satisfies Record<string, FieldKind>;

export type Payload = PayloadOf<typeof payloadShape>;
