import type { FieldKind, PayloadOf } from '../../core/payload-shape.ts';

/** What this client sends to a hook, as its documents and its program (0.225.2) have it; nobody recorded it here. */
export const payloadShape = {
  session_id: 'text',
  previous_session_id: 'text',
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
  custom_instructions: 'text',
  reason: 'text',
} as const satisfies Record<string, FieldKind>;

export type Payload = PayloadOf<typeof payloadShape>;

/** Some of the client's documents name the fields with capitals in place of low lines. */
export function withLowLines(payload: Record<string, unknown>): Record<string, unknown> {
  const renamed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(payload)) {
    renamed[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)] ??= value;
  }
  return renamed;
}
