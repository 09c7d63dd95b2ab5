import { type Fields, fieldsOf, listOf, textOf } from '../../core/rows/fields.ts';
import { aboutCall, commandOfCall, pathsOfCall } from '../../core/worker/call.ts';
import type { WorkerEvent, WorkerTrouble, WorkerUsage } from '../../core/worker/event.ts';
import { rowOf } from '../../core/worker/row.ts';
import { lineOf, saidOf, textEvent, unknownEvent } from '../../core/worker/texts.ts';
import { troubleOfStatus, troubleOfWords } from '../../core/worker/trouble.ts';
import { sumOf } from '../../core/worker/usage.ts';
import type { WorkerStream } from '../worker-host.ts';

interface State {
  session?: string;
}

/** Tools that change files and nothing else. */
const editing = new Set(['write_file', 'edit', 'notebook_edit']);

/** Reads `--output-format stream-json`. */
export function qwenStream(): WorkerStream {
  const state: State = {};
  return {
    line(text) {
      const row = rowOf(text);
      return row === undefined ? unknownEvent(undefined) : eventsOf(row, state);
    },
  };
}

function eventsOf(row: Fields, state: State): WorkerEvent[] {
  switch (row.type) {
    case 'system':
      return row.subtype === 'init' ? sessionEvents(row, state) : [];
    case 'assistant':
      return assistantEvents(row);
    case 'user':
      return resultsOfCalls(row);
    case 'result':
      return resultEvents(row);
    case 'control_request':
      return requestEvents(row);
    case 'control_response':
    case 'control_cancel_request':
    case 'stream_event':
      return [];
    default:
      return unknownEvent(row.type);
  }
}

function sessionEvents(row: Fields, state: State): WorkerEvent[] {
  const id = textOf(row.session_id);
  if (id === undefined || id === state.session) return [];
  state.session = id;
  const model = lineOf(row.model);
  return [{ type: 'session', id, ...(model === '' ? {} : { model }) }];
}

function assistantEvents(row: Fields): WorkerEvent[] {
  const message = fieldsOf(row.message);
  const own = row.parent_tool_use_id === null || row.parent_tool_use_id === undefined;
  const events = listOf(message.content).flatMap((value): WorkerEvent[] => {
    const part = fieldsOf(value);
    if (part.type === 'text') return own ? textEvent(part.text) : [];
    if (part.type !== 'tool_use') return [];
    const about = aboutCall(fieldsOf(part.input));
    return [{ type: 'tool.started', ...idOf(part.id), tool: lineOf(part.name), about }];
  });
  const told = tokensOf(fieldsOf(message.usage));
  if (told === undefined) return events;
  const usage: WorkerUsage = { ...told, total: false };
  if (own) usage.contextTokens = told.inputTokens + told.outputTokens;
  return [...events, { type: 'usage', usage }];
}

/** Undefined for zeros: a part that is not the last of an answer tells those, and an error in the place of one. */
function tokensOf(usage: Fields): { inputTokens: number; outputTokens: number } | undefined {
  const inputTokens = sumOf(usage, ['input_tokens']) ?? 0;
  const outputTokens = sumOf(usage, ['output_tokens']) ?? 0;
  return inputTokens + outputTokens === 0 ? undefined : { inputTokens, outputTokens };
}

function resultsOfCalls(row: Fields): WorkerEvent[] {
  return listOf(fieldsOf(row.message).content).flatMap((value): WorkerEvent[] => {
    const part = fieldsOf(value);
    if (part.type !== 'tool_result') return [];
    return [{ type: 'tool.finished', ...idOf(part.tool_use_id), ok: part.is_error !== true }];
  });
}

function requestEvents(row: Fields): WorkerEvent[] {
  const request = fieldsOf(row.request);
  const id = textOf(row.request_id);
  if (request.subtype !== 'can_use_tool' || id === undefined)
    return unknownEvent(`control_request ${lineOf(request.subtype)}`);
  const input = fieldsOf(request.input);
  const command = commandOfCall(input);
  const tool = lineOf(request.tool_name);
  return [
    {
      type: 'permission',
      request: {
        id,
        tool,
        about: aboutCall(input),
        paths: pathsOfCall(input),
        edit: editing.has(tool),
        ...(command === undefined ? {} : { command: saidOf(command) }),
      },
    },
  ];
}

function resultEvents(row: Fields): WorkerEvent[] {
  // Of the whole session: those of runs before a resume, of summaries and of small questions of the client too.
  const told = tokensOf(fieldsOf(row.usage));
  const events: WorkerEvent[] =
    told === undefined ? [] : [{ type: 'usage', usage: { ...told, total: true } }];
  if (row.is_error !== true)
    return [...events, { type: 'result', ok: true, text: saidOf(row.result) }];
  const text = saidOf(fieldsOf(row.error).message);
  if (text === interrupted) return [...events, { type: 'result', ok: false, text: '' }];
  return [
    ...events,
    { type: 'error', text, trouble: troubleOf(text), ends: true },
    { type: 'result', ok: false, text },
  ];
}

/** All that the client says of a turn that was stopped from outside. */
const interrupted = 'Operation cancelled.';

/** This client tells a failure by its text, in which the status stands. */
function troubleOf(text: string): WorkerTrouble {
  return (
    troubleOfStatus(/^\[API Error: (\d{3})\b/.exec(text)?.[1]) ?? troubleOfWords(text) ?? 'other'
  );
}

function idOf(id: unknown): { id?: string } {
  const text = textOf(id);
  return text === undefined ? {} : { id: text };
}
