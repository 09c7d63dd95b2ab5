import { withEdit } from '../../core/edit/with-edit.ts';
import type { EventBase, HostEvent } from '../../core/event.ts';
import { sourceOf, startOf, triggerOf } from '../../core/hook-payload.ts';
import { takeFields } from '../../core/payload-shape.ts';
import type { Decoded } from '../host.ts';
import { editMembers } from './tool-edits.ts';
import { toolCall, toolResult } from './tools.ts';
import { type Payload, payloadShape } from './wire.ts';

/** A hook payload as an event. `eventName` stands in for a payload that does not name its event. */
export function decode(raw: Record<string, unknown>, eventName?: string): Decoded {
  const payload = takeFields(payloadShape, raw);
  if (payload === undefined) return { ignored: 'the payload is no object' };
  if (isCursors(raw))
    return { ignored: 'an event of Cursor, which has hooks of its own', usual: true };
  if (isCopilots(raw))
    return { ignored: 'an event of Copilot CLI, which has hooks of its own', usual: true };
  const start = startOf(payload, eventName);
  if ('ignored' in start) return start;
  return decodeNamed(start.name, payload, {
    ...baseOf(payload, start.sessionId),
    ...(isOlder(payload, start.name) ? { olderClient: true as const } : {}),
  });
}

/** Events behind a prompt name it from 2.1.196 on; what an older client does not take yet came before that (2.1.163). */
function isOlder(payload: Payload, name: string): boolean {
  return payload.prompt_id === undefined && name !== 'SessionStart' && name !== 'SessionEnd';
}

/** Cursor can run the hooks of this client's settings too, with what it tells its own. */
function isCursors(raw: Record<string, unknown>): boolean {
  return typeof raw.cursor_version === 'string' || typeof raw.conversation_id === 'string';
}

/** So can Copilot CLI, whose events have a time and, but for two of them, no record. */
function isCopilots(raw: Record<string, unknown>): boolean {
  if (typeof raw.timestamp !== 'string' || raw.hook_event_name === undefined) return false;
  const { transcript_path: path } = raw;
  return path === undefined || String(path).endsWith('/events.jsonl');
}

function baseOf(payload: Payload, sessionId: string): EventBase {
  return {
    sessionId,
    ...(payload.agent_id ? { agentId: payload.agent_id } : {}),
    ...(payload.cwd ? { cwd: payload.cwd } : {}),
    ...(payload.transcript_path ? { transcriptPath: payload.transcript_path } : {}),
    ...(payload.permission_mode ? { planMode: payload.permission_mode === 'plan' } : {}),
    ...(payload.prompt_id ? { turnId: payload.prompt_id } : {}),
  };
}

function decodeNamed(name: string, payload: Payload, base: EventBase): Decoded {
  switch (name) {
    case 'SessionStart':
      return event({ ...base, type: 'session.started', source: sourceOf(payload.source) });
    case 'SessionEnd':
      return event({ ...base, type: 'session.ended', reason: payload.reason ?? 'other' });
    case 'UserPromptSubmit':
      return event({
        ...base,
        type: 'prompt.submitted',
        prompt: payload.prompt ?? '',
        origin: promptOrigin(payload.source),
      });
    case 'PreToolUse':
      return event({ ...base, type: 'tool.requested', call: callOf(payload) });
    case 'PostToolUse':
    case 'PostToolUseFailure':
      return event(finished(name, payload, base));
    case 'PostToolBatch':
      return event({ ...base, type: 'batch.finished', callIds: batchIds(payload) });
    case 'PreCompact':
      return event({
        ...base,
        type: 'compaction.starting',
        trigger: triggerOf(payload.trigger),
        ...(payload.custom_instructions ? { instructions: payload.custom_instructions } : {}),
      });
    case 'PostCompact':
      return event({
        ...base,
        type: 'compaction.finished',
        trigger: triggerOf(payload.trigger),
        ...(payload.compact_summary === undefined
          ? {}
          : { summary: summaryOf(payload.compact_summary) }),
      });
    case 'Stop':
      return event({
        ...base,
        type: 'turn.ending',
        ...(payload.last_assistant_message ? { lastMessage: payload.last_assistant_message } : {}),
      });
    case 'SubagentStart':
      return event({ ...base, type: 'subagent.started', agentType: payload.agent_type ?? '' });
    case 'SubagentStop':
      return subagentStopped(payload, base);
    default:
      return { ignored: `the event ${name} is not one that Holdfast takes` };
  }
}

/** The summariser runs as a subagent without a type: its end means nothing. */
function subagentStopped(payload: Payload, base: EventBase): Decoded {
  if (!payload.agent_type) return { ignored: 'the end of a subagent without a type', usual: true };
  return event({ ...base, type: 'subagent.stopped', agentType: payload.agent_type });
}

function event(value: HostEvent): Decoded {
  return { event: value };
}

function callOf(payload: Payload) {
  const call = toolCall(payload.tool_name ?? '', payload.tool_input, payload.tool_use_id);
  const input: unknown = payload.tool_input;
  if (call.kind === 'shell' && typeof input === 'object' && input !== null)
    Object.defineProperty(call, 'given', { value: input, enumerable: false });
  return withEdit(call, input, editMembers);
}

function finished(name: string, payload: Payload, base: EventBase): HostEvent {
  const call = callOf(payload);
  const parts =
    name === 'PostToolUse'
      ? { response: payload.tool_response }
      : { content: payload.error ?? '', isError: true, interrupted: payload.is_interrupt === true };
  const result = toolResult(payload.tool_use_id ?? '', call.name, parts);
  return { ...base, type: 'tool.finished', call, result };
}

function batchIds(payload: Payload): string[] {
  return (payload.tool_calls ?? []).flatMap((call) => {
    const id = takeFields({ tool_use_id: 'text' }, call)?.tool_use_id;
    return id ? [id] : [];
  });
}

/** `user`, and `sdk` for the prompt of a headless run, are a person's; wake-ups and polls are not. */
function promptOrigin(source: string | undefined): 'person' | 'program' | 'unknown' {
  if (source === undefined) return 'unknown';
  return source === 'user' || source === 'sdk' ? 'person' : 'program';
}

/** The part of a summariser's answer that the model is given: without its analysis. */
function summaryOf(text: string): string {
  const start = text.lastIndexOf('<summary>');
  if (start < 0) return text;
  const end = text.indexOf('</summary>', start);
  return text.slice(start + '<summary>'.length, end < 0 ? undefined : end);
}
