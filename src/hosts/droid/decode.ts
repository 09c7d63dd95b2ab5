import { withEdit } from '../../core/edit/with-edit.ts';
import type { CompactionTrigger, EventBase, HostEvent } from '../../core/event.ts';
import { sourceOf, startOf } from '../../core/hook-payload.ts';
import { takeFields } from '../../core/payload-shape.ts';
import type { Decoded } from '../host.ts';
import { editMembers } from './tool-edits.ts';
import { toolCall, toolResult } from './tools.ts';
import { type Payload, payloadShape, withLowLines } from './wire.ts';

/** A hook payload as an event. `eventName` stands in for a payload that does not name its event. */
export function decode(raw: Record<string, unknown>, eventName?: string): Decoded {
  const payload = takeFields(payloadShape, withLowLines(raw));
  if (payload === undefined) return { ignored: 'the payload is no object' };
  const start = startOf(payload, eventName);
  if ('ignored' in start) return start;
  return decodeNamed(start.name, payload, baseOf(payload, start.sessionId));
}

/** This client's plan mode is called spec. */
function baseOf(payload: Payload, sessionId: string): EventBase {
  return {
    sessionId,
    ...(payload.cwd ? { cwd: payload.cwd } : {}),
    ...(payload.transcript_path ? { transcriptPath: payload.transcript_path } : {}),
    ...(payload.permission_mode ? { planMode: payload.permission_mode === 'spec' } : {}),
  };
}

function decodeNamed(name: string, payload: Payload, base: EventBase): Decoded {
  switch (name) {
    case 'SessionStart': {
      const previous = payload.previous_session_id;
      const before = previous ? { previousSessionId: previous } : {};
      const source = sourceOf(payload.source);
      return event({ ...base, type: 'session.started', source, ...before });
    }
    case 'SessionEnd':
      return event({ ...base, type: 'session.ended', reason: payload.reason ?? 'other' });
    case 'UserPromptSubmit':
      return prompted(payload, base);
    case 'PreToolUse':
      return event({ ...base, type: 'tool.requested', call: callOf(payload) });
    case 'PostToolUse': {
      const call = callOf(payload);
      const result = toolResult(call, payload.tool_response);
      return event({ ...base, type: 'tool.finished', call, result });
    }
    case 'PreCompact': {
      const asked = payload.custom_instructions;
      const instructions = asked ? { instructions: asked } : {};
      const trigger = believed(payload.trigger);
      return event({ ...base, type: 'compaction.starting', trigger, ...instructions });
    }
    case 'Stop':
      return event({ ...base, type: 'turn.ending' });
    case 'SubagentStop':
      return { ignored: 'a subagent is here a session of its own', usual: true };
    case 'Notification':
      return { ignored: 'a notice to the person', usual: true };
    default:
      return { ignored: `the event ${name} is not one that Holdfast takes` };
  }
}

function prompted(payload: Payload, base: EventBase): Decoded {
  const prompt = payload.prompt ?? '';
  if (prompt.startsWith('[Holdfast ')) return { ignored: 'our own forced turn', usual: true };
  return event({ ...base, type: 'prompt.submitted', prompt, origin: 'unknown' });
}

function event(value: HostEvent): Decoded {
  return { event: value };
}

function callOf(payload: Payload) {
  const call = toolCall(payload.tool_name ?? '', payload.tool_input, payload.tool_use_id);
  return withEdit(call, payload.tool_input, editMembers);
}

/** The client says `auto` also for a compaction that a person asked for without a word. */
function believed(trigger: string | undefined): CompactionTrigger {
  return trigger === 'manual' ? 'manual' : 'unknown';
}
