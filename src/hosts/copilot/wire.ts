import type { FieldKind, PayloadOf } from '../../core/payload-shape.ts';

/** What this client sends to a hook that is registered by a name in `camelCase` (1.0.102, recorded). */
export const payloadShape = {
  sessionId: 'text',
  /** Absent in what the client sends; the sample session names its events by it. */
  hook_event_name: 'text',
  cwd: 'text',
  transcriptPath: 'text',
  source: 'text',
  prompt: 'text',
  toolName: 'text',
  toolArgs: 'any',
  toolResult: 'any',
  error: 'any',
  trigger: 'text',
  customInstructions: 'text',
  agentName: 'text',
  reason: 'text',
} as const satisfies Record<string, FieldKind>;

export type Payload = PayloadOf<typeof payloadShape>;
