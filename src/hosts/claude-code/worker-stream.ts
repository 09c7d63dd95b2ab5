import { type Fields, fieldsOf, listOf, textOf } from '../../core/rows/fields.ts';
import { aboutCall, commandOfCall, pathsOfCall } from '../../core/worker/call.ts';
import type { WorkerEvent, WorkerTrouble, WorkerUsage } from '../../core/worker/event.ts';
import { rowOf } from '../../core/worker/row.ts';
import { contentText, lineOf, saidOf, textEvent, unknownEvent } from '../../core/worker/texts.ts';
import { troubleOfStatus } from '../../core/worker/trouble.ts';
import { amountOf, sumOf } from '../../core/worker/usage.ts';
import type { WorkerStream } from '../worker-host.ts';

interface State {
  /** The model's message whose tokens were told last: it comes once for each of its parts. */
  counted?: string;
  /** The session that was told last: it is told again at each turn. */
  session?: string;
}

/** Tools that change files and nothing else. */
const editing = new Set(['Write', 'Edit', 'NotebookEdit']);

/** Reads `--output-format stream-json`. */
export function claudeCodeStream(): WorkerStream {
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
      return systemEvents(row, state);
    case 'assistant':
      return assistantEvents(row, state);
    case 'user':
      return userEvents(row);
    case 'result':
      return resultEvents(row);
    case 'control_request':
      return requestEvents(row);
    // What comes back of our own lines, and signs of life.
    case 'control_response':
    case 'control_cancel_request':
    case 'keep_alive':
    case 'stream_event':
    case 'tool_progress':
      return [];
    default:
      return unknownEvent(row.type);
  }
}

function countOf(value: unknown): number {
  return (typeof value === 'number' && value) || 1;
}

function systemEvents(row: Fields, state: State): WorkerEvent[] {
  switch (row.subtype) {
    case 'init': {
      const id = textOf(row.session_id);
      if (id === undefined || id === state.session) return [];
      state.session = id;
      return [{ type: 'session', id, ...modelOf(row.model) }];
    }
    case 'compact_boundary':
      return [{ type: 'compaction' }];
    case 'api_retry': {
      const status = typeof row.error_status === 'number' ? ` (${row.error_status})` : '';
      const text = `The request failed${status}, attempt ${countOf(row.attempt)} of ${countOf(row.max_retries)}.`;
      const trouble = troubleOfStatus(row.error_status) ?? troubleOfCode(row.error) ?? 'server';
      return [{ type: 'error', text, trouble, ends: false }];
    }
    default:
      return [];
  }
}

function modelOf(model: unknown): { model?: string } {
  const name = lineOf(model);
  return name === '' ? {} : { model: name };
}

function assistantEvents(row: Fields, state: State): WorkerEvent[] {
  const message = fieldsOf(row.message);
  // An error in the place of an answer; the result that follows tells it.
  if (row.is_api_error_message === true) return [];
  const own = row.parent_tool_use_id === null || row.parent_tool_use_id === undefined;
  const events = listOf(message.content).flatMap((value): WorkerEvent[] => {
    const part = fieldsOf(value);
    if (part.type === 'text') return own ? textEvent(part.text) : [];
    if (part.type !== 'tool_use') return [];
    const about = aboutCall(fieldsOf(part.input));
    return [{ type: 'tool.started', ...idOf(part.id), tool: lineOf(part.name), about }];
  });
  return [...events, ...(own ? stepUsage(message, state) : [])];
}

/** Tokens of one answer of the model. */
function stepUsage(message: Fields, state: State): WorkerEvent[] {
  const id = textOf(message.id);
  if (id === undefined || id === state.counted) return [];
  state.counted = id;
  const told = fieldsOf(message.usage);
  const inputTokens = sumOf(told, [
    'input_tokens',
    'cache_creation_input_tokens',
    'cache_read_input_tokens',
  ]);
  const outputTokens = sumOf(told, ['output_tokens']);
  if (inputTokens === undefined) return [];
  const contextTokens = inputTokens + (outputTokens ?? 0);
  const usage: WorkerUsage = { inputTokens, contextTokens, total: false };
  if (outputTokens !== undefined) usage.outputTokens = outputTokens;
  return [{ type: 'usage', usage }];
}

function userEvents(row: Fields): WorkerEvent[] {
  const { content } = fieldsOf(row.message);
  if (row.isReplay === true) return [{ type: 'prompt', text: saidOf(contentText(content)) }];
  return listOf(content).flatMap((value): WorkerEvent[] => {
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
  const blocked = textOf(request.blocked_path);
  const paths = [...pathsOfCall(input), ...(blocked === undefined ? [] : [blocked])];
  return [
    {
      type: 'permission',
      request: {
        id,
        tool,
        edit: editing.has(tool),
        about: aboutCall(input) || lineOf(request.description),
        paths: [...new Set(paths)],
        input,
        ...(command === undefined ? {} : { command: saidOf(command) }),
      },
    },
  ];
}

function resultEvents(row: Fields): WorkerEvent[] {
  const told = textOf(row.result) ?? listOf(row.errors).map(lineOf).join('\n');
  const text = saidOf(told);
  const events: WorkerEvent[] = sessionUsage(row);
  const stopped = lineOf(row.terminal_reason).startsWith('aborted');
  if (row.is_error === true && !stopped)
    events.push({ type: 'error', text, trouble: troubleOf(row), ends: true });
  events.push({ type: 'result', ok: row.is_error !== true, text: stopped ? '' : text });
  return events;
}

/** Tokens and cost of the whole session, also of the runs before a resume, summaries and subagents. */
function sessionUsage(row: Fields): WorkerEvent[] {
  const models = Object.values(fieldsOf(row.modelUsage)).map(fieldsOf);
  if (models.length === 0) return [];
  const usage: WorkerUsage = { total: true };
  usage.inputTokens = totalOf(models, [
    'inputTokens',
    'cacheReadInputTokens',
    'cacheCreationInputTokens',
  ]);
  usage.outputTokens = totalOf(models, ['outputTokens']);
  const costUsd = amountOf(row.total_cost_usd);
  if (costUsd !== undefined) usage.costUsd = costUsd;
  return [{ type: 'usage', usage }];
}

function totalOf(models: Fields[], names: string[]): number {
  return models.reduce((sum, model) => sum + (sumOf(model, names) ?? 0), 0);
}

function troubleOf(row: Fields): WorkerTrouble {
  return (
    reasons.get(row.terminal_reason) ??
    reasons.get(row.subtype) ??
    troubleOfStatus(row.api_error_status) ??
    troubleOfCode(row.api_error_type) ??
    'other'
  );
}

/** The client's words for why a turn ended. */
const reasons = new Map<unknown, WorkerTrouble>([
  ['prompt_too_long', 'context'],
  ['blocking_limit', 'context'],
  ['usage_limited', 'limit'],
  ['max_turns', 'limit'],
  ['error_max_turns', 'limit'],
  ['error_max_budget_usd', 'limit'],
]);

function troubleOfCode(code: unknown): WorkerTrouble | undefined {
  switch (code) {
    case 'authentication_failed':
    case 'authentication_error':
    case 'permission_error':
    case 'oauth_org_not_allowed':
    case 'cloud_credential_error':
      return 'credentials';
    case 'rate_limit':
    case 'rate_limit_error':
      return 'limit';
    case 'billing_error':
      return 'setup';
    case 'overloaded':
    case 'overloaded_error':
    case 'server_error':
      return 'server';
    default:
      return undefined;
  }
}

function idOf(id: unknown): { id?: string } {
  const text = textOf(id);
  return text === undefined ? {} : { id: text };
}
