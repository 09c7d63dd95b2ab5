import { hookTool } from '../../core/hook-settings/tool-hook.ts';

/** An event as a client hands it over. */
export interface EventCall {
  input: Readonly<Record<string, unknown>>;
  /** The thread of the conversation, where the client says it. */
  thread?: unknown;
}

/** The arguments of a call that hands over an event; undefined for any other message. */
export function eventIn(message: unknown): (EventCall & { id: unknown }) | undefined {
  const { method, id, params } = (message ?? {}) as Record<string, unknown>;
  if (method !== 'tools/call' || id === undefined) return undefined;
  const { name, arguments: input, _meta: meta } = (params ?? {}) as Record<string, unknown>;
  if (name !== hookTool) return undefined;
  const { threadId: thread } = (meta ?? {}) as Record<string, unknown>;
  return { id, input: (input ?? {}) as EventCall['input'], thread };
}
