import { withEdit } from '../../core/edit/with-edit.ts';
import type { EventBase, HostEvent } from '../../core/event.ts';
import { sourceOf, startOf, triggerOf } from '../../core/hook-payload.ts';
import { takeFields } from '../../core/payload-shape.ts';
import { fieldsOf, textOf } from '../../core/rows/fields.ts';
import type { ToolCall, ToolResult } from '../../core/tool.ts';
import type { Decoded } from '../host.ts';
import { editMembers } from './tool-edits.ts';
import { toolCall, toolResult } from './tools.ts';
import { type Payload, payloadShape } from './wire.ts';

/** A hook payload as an event. `eventName` stands in for a payload that does not name its event. */
export function decode(raw: Record<string, unknown>, eventName?: string): Decoded {
  const payload = takeFields(payloadShape, raw);
  if (payload === undefined) return { ignored: 'the payload is no object' };
  const start = startOf(payload, eventName);
  if ('ignored' in start) return start;
  return decodeNamed(start.name, payload, baseOf(payload, start.sessionId));
}

/** The id of the prompt is left out: in every run without a screen it is the same. */
function baseOf(payload: Payload, sessionId: string): EventBase {
  return {
    sessionId,
    ...(payload.agent_id ? { agentId: payload.agent_id } : {}),
    ...(payload.cwd ? { cwd: payload.cwd } : {}),
    ...(payload.transcript_path ? { transcriptPath: payload.transcript_path } : {}),
    ...(payload.permission_mode ? { planMode: payload.permission_mode === 'plan' } : {}),
  };
}

function decodeNamed(name: string, payload: Payload, base: EventBase): Decoded {
  const trigger = triggerOf(payload.trigger);
  switch (name) {
    case 'SessionStart':
      return event({ ...base, type: 'session.started', source: sourceOf(payload.source) });
    case 'SessionEnd':
      return event({ ...base, type: 'session.ended', reason: payload.reason ?? 'other' });
    case 'UserPromptSubmit':
      return prompted(payload, base);
    case 'PreToolUse':
      return event({ ...base, type: 'tool.requested', call: callOf(payload) });
    case 'PostToolUse':
    case 'PostToolUseFailure': {
      const call = callOf(payload);
      const result = resultOf(payload, call, name === 'PostToolUseFailure');
      return event({ ...base, type: 'tool.finished', call, result });
    }
    case 'PostToolBatch':
      return { ignored: 'a batch is here what ran side by side, not a whole message', usual: true };
    case 'PreCompact': {
      const instructions = payload.custom_instructions;
      const asked = instructions ? { instructions } : {};
      return event({ ...base, type: 'compaction.starting', trigger, ...asked });
    }
    case 'PostCompact': {
      const summary = payload.compact_summary;
      const shown = summary === undefined ? {} : { summary };
      return event({ ...base, type: 'compaction.finished', trigger, ...shown });
    }
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

/** This client raises the event also when it goes on after tools, with no prompt, and for the reason of a forced turn. */
function prompted(payload: Payload, base: EventBase): Decoded {
  const prompt = payload.submitted_prompt ?? payload.prompt ?? '';
  if (prompt === '') return { ignored: 'no prompt: the turn only goes on', usual: true };
  if (prompt.startsWith('[Holdfast ')) return { ignored: 'our own forced turn', usual: true };
  return event({ ...base, type: 'prompt.submitted', prompt, origin: 'unknown' });
}

function event(value: HostEvent): Decoded {
  return { event: value };
}

/** The record knows the call by the model's id, and not by the one that the client made. */
function callOf(payload: Payload): ToolCall {
  const id = payload.tool_call_id ?? payload.tool_use_id;
  const call = toolCall(payload.tool_name ?? '', payload.tool_input, id);
  return withEdit(call, payload.tool_input, editMembers);
}

function resultOf(payload: Payload, call: ToolCall, failed: boolean): ToolResult {
  const { paths, range } = call;
  const open = {
    name: call.name,
    ...(call.kind === 'read' && paths.length === 1
      ? { path: paths[0]!, startLine: range?.start ?? 1 }
      : {}),
  };
  const given = fieldsOf(payload.tool_response);
  const display = failed
    ? { status: payload.is_interrupt === true ? 'cancelled' : 'error' }
    : { status: 'success', resultDisplay: given.returnDisplay };
  const response = failed ? { error: payload.error ?? '' } : { output: contentText(given) };
  const result = toolResult(call.id ?? '', open, { response, display });
  if (call.kind !== 'shell') return result;
  const text = printed(result.text);
  return { ...result, text, length: text.length };
}

/** What a command printed, of a result that also tells the command, its folder and how it ended. */
function printed(text: string): string {
  const start = text.indexOf('\nOutput: ');
  const end = text.lastIndexOf('\nError: ');
  if (!text.startsWith('Command: ') || start < 0 || end < start) return text;
  const output = text.slice(start + '\nOutput: '.length, end);
  return output === '(empty)' ? '' : output;
}

/** The text that the model is given: itself, or in parts. */
function contentText(given: Record<string, unknown>): string {
  const content = given.llmContent;
  if (typeof content === 'string') return content;
  const parts = Array.isArray(content) ? content : [content];
  return parts
    .map((part) => (typeof part === 'string' ? part : textOf(fieldsOf(part).text)))
    .filter((text) => text !== undefined)
    .join('\n');
}
