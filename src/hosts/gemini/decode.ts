import { withEdit } from '../../core/edit/with-edit.ts';
import type { EventBase, HostEvent } from '../../core/event.ts';
import { sourceOf, startOf } from '../../core/hook-payload.ts';
import { takeFields } from '../../core/payload-shape.ts';
import { object, objects, text } from '../../core/rows/values.ts';
import type { ToolCall, ToolResult } from '../../core/tool.ts';
import type { Decoded } from '../host.ts';
import { editMembers } from './tool-edits.ts';
import { toolCall } from './tools.ts';
import { toolResult } from './transcript-result.ts';
import { type Payload, payloadShape } from './wire.ts';

/** A hook payload as an event. `eventName` stands in for a payload that does not name its event. */
export function decode(raw: Record<string, unknown>, eventName?: string): Decoded {
  const payload = takeFields(payloadShape, raw);
  if (payload === undefined) return { ignored: 'the payload is no object' };
  const start = startOf(payload, eventName);
  if ('ignored' in start) return start;
  return decodeNamed(start.name, payload, baseOf(start.name, payload, start.sessionId));
}

/** The start of a session that goes on names a new file, and not its record. */
function baseOf(name: string, payload: Payload, sessionId: string): EventBase {
  const elsewhere = name === 'SessionStart' && payload.source === 'resume';
  const path = elsewhere ? undefined : payload.transcript_path;
  return {
    sessionId,
    ...(payload.cwd ? { cwd: payload.cwd } : {}),
    ...(path ? { transcriptPath: path } : {}),
  };
}

function decodeNamed(name: string, payload: Payload, base: EventBase): Decoded {
  switch (name) {
    case 'SessionStart':
      return event({ ...base, type: 'session.started', source: sourceOf(payload.source) });
    case 'SessionEnd':
      return event({ ...base, type: 'session.ended', reason: payload.reason ?? 'other' });
    case 'BeforeAgent':
      return prompted(payload, base);
    case 'BeforeModel':
      return event({ ...base, type: 'model.requested' });
    case 'BeforeTool':
      return event({ ...base, type: 'tool.requested', call: callOf(payload) });
    case 'AfterTool': {
      const call = callOf(payload);
      return event({ ...base, type: 'tool.finished', call, result: resultOf(payload, call) });
    }
    case 'AfterAgent': {
      const said = payload.prompt_response;
      return event({ ...base, type: 'turn.ending', ...(said ? { lastMessage: said } : {}) });
    }
    case 'PreCompress':
      return { ignored: 'it comes before every request and tells of no compression', usual: true };
    default:
      return { ignored: `the event ${name} is not one that Holdfast takes` };
  }
}

/** This client raises the event for the reason of a forced turn, too. */
function prompted({ prompt = '' }: Payload, base: EventBase): Decoded {
  if (prompt.startsWith('[Holdfast ')) return { ignored: 'our own forced turn', usual: true };
  return event({ ...base, type: 'prompt.submitted', prompt, origin: 'unknown' });
}

function event(value: HostEvent): Decoded {
  return { event: value };
}

/** The payload has no id of the call. */
function callOf(payload: Payload): ToolCall {
  const call = toolCall(payload.tool_name ?? '', payload.tool_input);
  return withEdit(call, payload.tool_input, editMembers);
}

function resultOf(payload: Payload, call: ToolCall): ToolResult {
  const given = object(payload.tool_response);
  const told = contentText(given.llmContent);
  const failed = given.error !== undefined && given.error !== null;
  const row = { args: payload.tool_input, status: failed ? 'error' : 'success' };
  const bare = call.kind === 'shell' ? printed(told) : told;
  const result = toolResult({ ...call, id: '' }, row, told)!;
  Object.assign(result, { text: bare, length: bare.length });
  if (call.kind === 'read' && result.outcome === 'ok') showPart(result, call, told);
  return result;
}

/** Of a file that is shown in part, the lines and where they begin. */
function showPart(result: ToolResult, call: ToolCall, told: string): void {
  const [path] = call.paths;
  const part =
    /^\s*IMPORTANT: The file content has been truncated\.\nStatus: Showing lines (\d+)-\d+ of (\d+) total lines\.\n[^\n]*\n\n--- FILE CONTENT \(truncated\) ---\n/.exec(
      told,
    );
  if (part === null || path === undefined) return;
  const shown = told.slice(part[0].length);
  result.shown = { path, startLine: Number(part[1]), text: shown, totalLines: Number(part[2]) };
}

/** What a command printed, of a result that also tells how it ended. */
function printed(told: string): string {
  const start = /^(?:<untrusted_context>\n)?Output: /.exec(told)?.[0];
  if (start === undefined) return told;
  const close = '\n</untrusted_context>';
  let end = told.endsWith(close) ? told.length - close.length : told.length;
  const ending = /^\n(?:Error|Exit Code|Signal|Background PIDs|Process Group PGID): /;
  for (;;) {
    const line = told.lastIndexOf('\n', end - 1);
    if (line < start.length || !ending.test(told.slice(line, line + 30))) break;
    end = line;
  }
  const found = told.slice(start.length, end);
  return found === '(empty)' ? '' : found;
}

/** The text that the model is given: itself, or in parts. */
function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  const parts = Array.isArray(content) ? content : [content];
  return parts
    .flatMap((part) => (typeof part === 'string' ? part : objects([part]).map((one) => one.text)))
    .flatMap((one) => text(one) ?? [])
    .join('\n');
}
