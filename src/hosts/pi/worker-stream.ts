import { type Fields, fieldsOf, listOf, textOf } from '../../core/rows/fields.ts';
import { aboutCall } from '../../core/worker/call.ts';
import type { WorkerEvent, WorkerTrouble, WorkerUsage } from '../../core/worker/event.ts';
import { rowOf } from '../../core/worker/row.ts';
import { contentText, lineOf, saidOf, textEvent, unknownEvent } from '../../core/worker/texts.ts';
import { troubleOfStatus } from '../../core/worker/trouble.ts';
import { amountOf, sumOf } from '../../core/worker/usage.ts';
import type { WorkerStream } from '../worker-host.ts';
import { readPermissionQuestion } from './worker-question.ts';

interface State {
  session?: string;
  /** The last answer of the model. */
  said: string;
  /** Why the last answer failed; absent where it did not. */
  fault?: string;
  /** The conversation did not fit, and could not be made smaller. */
  overflown?: boolean;
}

/** Kinds of rows that tell nothing of use here. */
const silent = new Set([
  'agent_start',
  'agent_end',
  'turn_start',
  'turn_end',
  'message_start',
  'message_update',
  'tool_execution_update',
  'compaction_start',
  'auto_retry_end',
  'queue_update',
  'entry_appended',
  'session_info_changed',
  'thinking_level_changed',
  'bash_execution_update',
  'summarization_retry_scheduled',
  'summarization_retry_attempt_start',
  'summarization_retry_finished',
]);

/** Reads `--mode rpc`, and `--mode json` too. */
export function piStream(): WorkerStream {
  const state: State = { said: '' };
  return {
    line(text) {
      const row = rowOf(text);
      return row === undefined ? unknownEvent(undefined) : eventsOf(row, state);
    },
  };
}

function eventsOf(row: Fields, state: State): WorkerEvent[] {
  switch (row.type) {
    case 'session':
      return sessionEvents(row.id, {}, state);
    case 'response':
      return responseEvents(row, state);
    case 'message_end':
      return messageEvents(fieldsOf(row.message), state);
    case 'tool_execution_start': {
      const about = aboutCall(fieldsOf(row.args));
      return [{ type: 'tool.started', ...idOf(row), tool: lineOf(row.toolName), about }];
    }
    case 'tool_execution_end':
      return [{ type: 'tool.finished', ...idOf(row), ok: row.isError !== true }];
    case 'compaction_end':
      return compactionEvents(row, state);
    case 'auto_retry_start': {
      const text = saidOf(row.errorMessage);
      return [{ type: 'error', text, trouble: troubleOf(text), ends: false }];
    }
    case 'agent_settled':
      return settledEvents(row, state);
    case 'extension_ui_request':
      return dialogEvents(row);
    case 'extension_error':
      return [{ type: 'error', text: saidOf(row.error), trouble: 'other', ends: false }];
    default:
      return silent.has(textOf(row.type) ?? '') ? [] : unknownEvent(row.type);
  }
}

function sessionEvents(id: unknown, model: { model?: string }, state: State): WorkerEvent[] {
  const session = textOf(id);
  if (session === undefined || session === state.session) return [];
  state.session = session;
  return [{ type: 'session', id: session, ...model }];
}

function responseEvents(row: Fields, state: State): WorkerEvent[] {
  const data = fieldsOf(row.data);
  if (row.success === false) {
    const text = saidOf(row.error);
    const refused = row.command === 'prompt' && row.id === 'prompt';
    const fault: WorkerEvent = { type: 'error', text, trouble: troubleOf(text), ends: refused };
    return refused ? [fault, { type: 'result', ok: false, text }] : [fault];
  }
  if (row.command !== 'get_state') return [];
  const model = lineOf(fieldsOf(data.model).id);
  return sessionEvents(data.sessionId, model === '' ? {} : { model }, state);
}

function messageEvents(message: Fields, state: State): WorkerEvent[] {
  if (message.role === 'user')
    return [{ type: 'prompt', text: saidOf(contentText(message.content)) }];
  if (message.role !== 'assistant') return [];
  const texts = listOf(message.content).filter((part) => fieldsOf(part).type === 'text');
  const text = contentText(texts);
  if (message.stopReason === 'error') state.fault = saidOf(message.errorMessage);
  else delete state.fault;
  state.said = saidOf(text);
  return [...textEvent(text), ...usageEvents(fieldsOf(message.usage))];
}

function usageEvents(told: Fields): WorkerEvent[] {
  const inputTokens = sumOf(told, ['input', 'cacheRead', 'cacheWrite']);
  const outputTokens = amountOf(told.output);
  const contextTokens = amountOf(told.totalTokens);
  // An answer that failed tells zeros.
  if (!contextTokens || inputTokens === undefined) return [];
  const usage: WorkerUsage = { inputTokens, contextTokens, total: false };
  if (outputTokens !== undefined) usage.outputTokens = outputTokens;
  const costUsd = amountOf(fieldsOf(told.cost).total);
  if (costUsd !== undefined) usage.costUsd = costUsd;
  return [{ type: 'usage', usage }];
}

function compactionEvents(row: Fields, state: State): WorkerEvent[] {
  if (row.result !== undefined && row.result !== null) return [{ type: 'compaction' }];
  const text = saidOf(row.errorMessage);
  if (row.reason === 'overflow') state.overflown = true;
  return text === '' ? [] : [{ type: 'error', text, trouble: 'context', ends: false }];
}

function settledEvents(row: Fields, state: State): WorkerEvent[] {
  if (row.aborted === true) return [{ type: 'result', ok: false, text: '' }];
  const text = state.fault;
  if (text === undefined) return [{ type: 'result', ok: true, text: state.said }];
  const trouble = state.overflown ? 'context' : troubleOf(text);
  delete state.fault;
  delete state.overflown;
  return [
    { type: 'error', text, trouble, ends: true },
    { type: 'result', ok: false, text },
  ];
}

/** This client puts the status before the server's words. */
function troubleOf(text: string): WorkerTrouble {
  return troubleOfStatus(/^(\d{3})\b/.exec(text)?.[1]) ?? 'other';
}

/** Dialogs that hold the client up until they are answered. */
const dialogs = new Set(['select', 'confirm', 'input', 'editor']);

function dialogEvents(row: Fields): WorkerEvent[] {
  const id = textOf(row.id);
  const method = textOf(row.method) ?? '';
  if (id === undefined || !dialogs.has(method)) return [];
  const ours = readPermissionQuestion({ title: row.title, text: row.placeholder });
  if (ours !== undefined) return [{ type: 'permission', request: { id: `ours:${id}`, ...ours } }];
  const about = lineOf(`${lineOf(row.title)} ${lineOf(row.message)}`);
  const request = {
    id: `${method}:${id}`,
    tool: `extension ${method}`,
    about,
    paths: [],
    edit: false,
  };
  return [{ type: 'permission', request }];
}

/** The client's dialog that a request came from. */
export function dialogOf(id: string): { method: string; id: string } {
  const at = id.indexOf(':');
  return { method: id.slice(0, at), id: id.slice(at + 1) };
}

function idOf(row: Fields): { id?: string } {
  const id = textOf(row.toolCallId);
  return id === undefined ? {} : { id };
}
