import { withEdit } from '../../core/edit/with-edit.ts';
import type { EventBase, HostEvent } from '../../core/event.ts';
import { sourceOf, startOf, triggerOf } from '../../core/hook-payload.ts';
import { takeFields } from '../../core/payload-shape.ts';
import { fieldsOf, textOf } from '../../core/rows/fields.ts';
import type { ToolCall, ToolResult } from '../../core/tool.ts';
import type { Decoded } from '../host.ts';
import { editMembers } from './tool-edits.ts';
import { argumentsOf, toolCall, toolResult } from './tools.ts';
import { type Payload, payloadShape } from './wire.ts';

/** A hook payload as an event. The payload does not name its event: the registered command does. */
export function decode(raw: Record<string, unknown>, eventName?: string): Decoded {
  const payload = takeFields(payloadShape, raw);
  if (payload === undefined) return { ignored: 'the payload is no object' };
  const start = startOf(
    { hook_event_name: payload.hook_event_name, session_id: payload.sessionId },
    eventName,
  );
  if ('ignored' in start) return start;
  return decodeNamed(start.name, payload, baseOf(payload, start.sessionId));
}

/** The payload of a tool names neither the record nor the call, and none tells a subagent. */
function baseOf(payload: Payload, sessionId: string): EventBase {
  return {
    sessionId,
    ...(payload.cwd ? { cwd: payload.cwd } : {}),
    ...(payload.transcriptPath ? { transcriptPath: payload.transcriptPath } : {}),
  };
}

function decodeNamed(name: string, payload: Payload, base: EventBase): Decoded {
  switch (name) {
    case 'sessionStart': {
      const source = payload.source === 'new' ? 'startup' : sourceOf(payload.source);
      return event({ ...base, type: 'session.started', source });
    }
    case 'sessionEnd':
      return event({ ...base, type: 'session.ended', reason: payload.reason ?? 'other' });
    case 'userPromptSubmitted':
      return prompted(payload.prompt ?? '', base);
    case 'preToolUse':
      return event({ ...base, type: 'tool.requested', call: callOf(payload) });
    case 'postToolUse':
    case 'postToolUseFailure': {
      const call = callOf(payload);
      const result = resultOf(payload, call, name === 'postToolUseFailure');
      return event({ ...base, type: 'tool.finished', call, result });
    }
    case 'preCompact': {
      const instructions = payload.customInstructions;
      const asked = instructions ? { instructions } : {};
      const trigger = triggerOf(payload.trigger);
      return event({ ...base, type: 'compaction.starting', trigger, ...asked });
    }
    case 'agentStop':
      return event({ ...base, type: 'turn.ending' });
    case 'subagentStart':
      return event({ ...base, type: 'subagent.started', agentType: payload.agentName ?? '' });
    case 'subagentStop':
      return event({ ...base, type: 'subagent.stopped', agentType: payload.agentName ?? '' });
    default:
      return { ignored: `the event ${name} is not one that Holdfast takes` };
  }
}

/** The reason of a forced turn comes back as a prompt. */
function prompted(prompt: string, base: EventBase): Decoded {
  if (prompt.startsWith('[Holdfast ')) return { ignored: 'our own forced turn', usual: true };
  return event({ ...base, type: 'prompt.submitted', prompt, origin: 'unknown' });
}

function event(value: HostEvent): Decoded {
  return { event: value };
}

function callOf(payload: Payload): ToolCall {
  const call = toolCall(payload.toolName ?? '', payload.toolArgs);
  return withEdit(call, argumentsOf(payload.toolArgs), editMembers);
}

/** The result as the model is given it, read as the record's own row of it is. */
function resultOf(payload: Payload, call: ToolCall, failed: boolean): ToolResult {
  const given = fieldsOf(payload.toolResult);
  const content = textOf(given.textResultForLlm) ?? '';
  const success = !failed && given.resultType !== 'failure' && given.resultType !== 'denied';
  const error = textOf(payload.error) ?? textOf(fieldsOf(payload.error).message);
  const parts = { name: call.name, path: call.paths[0], input: argumentsOf(payload.toolArgs) };
  return toolResult('', parts, {
    success,
    result: { content },
    ...(success ? {} : { error: { message: error ?? content } }),
  });
}
