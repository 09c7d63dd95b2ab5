import { withEdit } from '../../core/edit/with-edit.ts';
import type { EventBase, HostEvent } from '../../core/event.ts';
import { startOf, triggerOf } from '../../core/hook-payload.ts';
import { takeFields } from '../../core/payload-shape.ts';
import type { Decoded } from '../host.ts';
import { editMembers } from './tool-edits.ts';
import { toolCall, toolResult } from './tools.ts';
import { type Payload, payloadShape } from './wire.ts';

/** A hook payload as an event. `eventName` stands in for a payload that does not name its event. */
export function decode(raw: Record<string, unknown>, eventName?: string): Decoded {
  const payload = takeFields(payloadShape, raw);
  if (payload === undefined) return { ignored: 'the payload is no object' };
  const session_id = payload.conversation_id ?? payload.session_id;
  const start = startOf({ ...payload, session_id }, eventName);
  if ('ignored' in start) return start;
  return decodeNamed(start.name, payload, baseOf(payload, start.sessionId));
}

function baseOf(payload: Payload, sessionId: string): EventBase {
  const cwd = payload.cwd || payload.workspace_roots?.[0];
  return {
    sessionId,
    ...(cwd ? { cwd } : {}),
    ...(payload.transcript_path ? { transcriptPath: payload.transcript_path } : {}),
    ...(payload.generation_id ? { turnId: payload.generation_id } : {}),
  };
}

/** Events that other programs ask this client for, and whose answer cannot say a word to the model. */
const silent = new Set([
  'afterAgentResponse',
  'afterAgentThought',
  'afterFileEdit',
  'afterMCPExecution',
  'afterShellExecution',
  'beforeMCPExecution',
  'beforeReadFile',
  'beforeShellExecution',
  'beforeSubmitPrompt',
  'postToolUseFailure',
  'subagentStart',
  'subagentStop',
  'workspaceOpen',
]);

function decodeNamed(name: string, payload: Payload, base: EventBase): Decoded {
  switch (name) {
    case 'sessionStart':
      return event({ ...base, type: 'session.started', source: 'startup' });
    case 'sessionEnd':
      return event({ ...base, type: 'session.ended', reason: payload.reason ?? 'other' });
    case 'preToolUse':
      return event({ ...base, type: 'tool.requested', call: callOf(payload) });
    case 'postToolUse': {
      const call = callOf(payload);
      return event({
        ...base,
        type: 'tool.finished',
        call,
        result: toolResult(call, payload.tool_output),
      });
    }
    case 'preCompact':
      return event({ ...base, type: 'compaction.starting', trigger: triggerOf(payload.trigger) });
    case 'stop':
      // A turn that a person ended, or that failed, is not taken up again.
      return payload.status === undefined || payload.status === 'completed'
        ? event({ ...base, type: 'turn.ending' })
        : { ignored: `the turn was not completed: ${payload.status}`, usual: true };
    default:
      return silent.has(name)
        ? { ignored: `nothing can be said at ${name}`, usual: true }
        : { ignored: `the event ${name} is not one that Holdfast takes` };
  }
}

function event(value: HostEvent): Decoded {
  return { event: value };
}

function callOf(payload: Payload) {
  const call = toolCall(payload.tool_name ?? '', payload.tool_input, payload.tool_use_id);
  return withEdit(call, payload.tool_input, editMembers);
}
