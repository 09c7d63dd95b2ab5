import { withEdit } from '../../core/edit/with-edit.ts';
import type { EventBase, HostEvent } from '../../core/event.ts';
import { sourceOf, startOf, triggerOf } from '../../core/hook-payload.ts';
import { takeFields } from '../../core/payload-shape.ts';
import type { ToolResult } from '../../core/tool.ts';
import type { Decoded } from '../host.ts';
import { editMembers } from './tool-edits.ts';
import { toolCall } from './tools.ts';
import { type Payload, payloadShape } from './wire.ts';

/** A hook payload as an event. `eventName` stands in for a payload that does not name its event. */
export function decode(raw: Record<string, unknown>, eventName?: string): Decoded {
  const payload = takeFields(payloadShape, raw);
  if (payload === undefined) return { ignored: 'the payload is no object' };
  const start = startOf(payload, eventName);
  if ('ignored' in start) return start;
  return decodeNamed(start.name, payload, baseOf(payload, start.sessionId));
}

/** In a subagent the session is that of the root, and the record is the subagent's own. */
function baseOf(payload: Payload, sessionId: string): EventBase {
  return {
    sessionId,
    ...(payload.agent_id ? { agentId: payload.agent_id } : {}),
    ...(payload.cwd ? { cwd: payload.cwd } : {}),
    ...(payload.transcript_path ? { transcriptPath: payload.transcript_path } : {}),
    ...(payload.permission_mode ? { planMode: payload.permission_mode === 'plan' } : {}),
    ...(payload.turn_id ? { turnId: payload.turn_id } : {}),
  };
}

function decodeNamed(name: string, payload: Payload, base: EventBase): Decoded {
  const trigger = triggerOf(payload.trigger);
  switch (name) {
    case 'SessionStart':
      return event({ ...base, type: 'session.started', source: sourceOf(payload.source) });
    case 'SessionEnd':
      return event({ ...base, type: 'session.ended', reason: payload.reason ?? 'other' });
    case 'UserPromptSubmit': {
      const prompt = payload.prompt ?? '';
      return event({ ...base, type: 'prompt.submitted', prompt, origin: 'unknown' });
    }
    case 'PreToolUse':
      return event({ ...base, type: 'tool.requested', call: callOf(payload) });
    case 'PostToolUse':
      return event({
        ...base,
        type: 'tool.finished',
        call: callOf(payload),
        result: resultOf(payload),
      });
    case 'PreCompact':
      return event({ ...base, type: 'compaction.starting', trigger });
    case 'PostCompact':
      return event({ ...base, type: 'compaction.finished', trigger });
    case 'Stop': {
      const said = payload.last_assistant_message;
      return event({ ...base, type: 'turn.ending', ...(said ? { lastMessage: said } : {}) });
    }
    case 'SubagentStart':
      return event({ ...base, type: 'subagent.started', agentType: payload.agent_type ?? '' });
    case 'SubagentStop':
      return event({ ...base, type: 'subagent.stopped', agentType: payload.agent_type ?? '' });
    default:
      return { ignored: `the event ${name} is not one that Holdfast takes` };
  }
}

function event(value: HostEvent): Decoded {
  return { event: value };
}

function callOf(payload: Payload) {
  const call = toolCall(payload.tool_name ?? '', payload.tool_input, payload.tool_use_id);
  return withEdit(call, payload.tool_input, editMembers);
}

/**
 * The result as the model is given it, without the head of lines that the model sees above it: a shell's output, cut
 * where it is too long, and no exit code. A tool that fails itself raises no event.
 */
function resultOf(payload: Payload): ToolResult {
  const text = textOf(payload.tool_response);
  const result: ToolResult = {
    callId: payload.tool_use_id ?? '',
    outcome: 'ok',
    text,
    length: text.length,
  };
  if (text.startsWith('Warning: truncated output')) result.partial = true;
  return result;
}

function textOf(response: unknown): string {
  if (typeof response === 'string') return response;
  const content = (response as { content?: unknown } | null | undefined)?.content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part) => (part as { text?: unknown } | null)?.text)
    .filter((text) => typeof text === 'string')
    .join('\n');
}
