import { type Fields, fieldsOf, textOf } from '../../core/rows/fields.ts';
import { aboutCall } from '../../core/worker/call.ts';
import type { WorkerEvent, WorkerTrouble, WorkerUsage } from '../../core/worker/event.ts';
import { rowOf } from '../../core/worker/row.ts';
import { lineOf, saidOf, textEvent, unknownEvent } from '../../core/worker/texts.ts';
import { troubleOfStatus, troubleOfWords } from '../../core/worker/trouble.ts';
import { amountOf, sumOf } from '../../core/worker/usage.ts';
import type { WorkerStream } from '../worker-host.ts';
import { openCodeRequest } from './worker-request.ts';

interface State {
  /** The worker's own session; those of subagents are others. */
  session?: string;
  /** Messages of the person's side, and summaries. */
  users: Set<string>;
  summaries: Set<string>;
  /** Parts that were told: they come again with every change. */
  told: Set<string>;
  /** The tool of each call by its id. */
  tools: Map<string, string>;
  /** The last text of the model. */
  said: string;
  busy: boolean;
  fault?: string;
  aborted: boolean;
}

/** Reads what `src/entry/opencode-worker.ts` prints: the events of the client's server. */
export function openCodeStream(): WorkerStream {
  const state: State = {
    users: new Set(),
    summaries: new Set(),
    told: new Set(),
    tools: new Map(),
    said: '',
    busy: false,
    aborted: false,
  };
  return {
    line(text) {
      const row = rowOf(text);
      return row === undefined ? unknownEvent(undefined) : eventsOf(row, state);
    },
  };
}

function eventsOf(row: Fields, state: State): WorkerEvent[] {
  const properties = fieldsOf(row.properties);
  const own = properties.sessionID === state.session;
  switch (row.type) {
    case 'worker.session':
      return sessionEvents(row, state);
    case 'message.updated':
      remember(fieldsOf(properties.info), state);
      return [];
    case 'message.part.updated':
      return partEvents(fieldsOf(properties.part), own, state);
    case 'permission.asked':
    case 'question.asked':
      return openCodeRequest(textOf(row.type) ?? '', properties, state.tools);
    case 'session.compacted':
      return own ? [{ type: 'compaction' }] : [];
    case 'session.status':
      return own ? statusEvents(fieldsOf(properties.status), state) : [];
    case 'session.error':
      return own ? errorEvents(fieldsOf(properties.error), state) : [];
    case 'session.idle':
      return own ? idleEvents(state) : [];
    default:
      return unknownEvent(row.type);
  }
}

function sessionEvents(row: Fields, state: State): WorkerEvent[] {
  const id = textOf(row.session);
  if (id === undefined) return [];
  state.session = id;
  return [{ type: 'session', id }];
}

function remember(info: Fields, state: State): void {
  const id = textOf(info.id);
  if (id === undefined) return;
  if (info.role === 'user') state.users.add(id);
  if (info.summary === true) state.summaries.add(id);
}

/** True the first time. */
function isNew(key: string | undefined, state: State): boolean {
  if (key === undefined || state.told.has(key)) return false;
  state.told.add(key);
  return true;
}

function partEvents(part: Fields, own: boolean, state: State): WorkerEvent[] {
  const message = textOf(part.messageID) ?? '';
  // An answer came: what was tried again has passed.
  if (part.type === 'step-start' && own) delete state.fault;
  if (part.type === 'text') return own ? textEvents(part, message, state) : [];
  if (part.type === 'tool') return toolEvents(part, state);
  if (part.type === 'step-finish' && isNew(textOf(part.id), state)) return usageEvents(part, own);
  return [];
}

function textEvents(part: Fields, message: string, state: State): WorkerEvent[] {
  const text = textOf(part.text);
  if (part.synthetic === true || text === undefined) return [];
  const id = textOf(part.id);
  if (state.users.has(message))
    return isNew(id, state) ? [{ type: 'prompt', text: saidOf(text) }] : [];
  // It grows until it has an end.
  const whole = fieldsOf(part.time).end !== undefined;
  if (!whole || state.summaries.has(message) || !isNew(id, state)) return [];
  state.said = saidOf(text);
  return textEvent(text);
}

function toolEvents(part: Fields, state: State): WorkerEvent[] {
  const id = textOf(part.callID);
  const call = fieldsOf(part.state);
  if (id === undefined) return [];
  const tool = lineOf(part.tool);
  state.tools.set(id, tool);
  if (call.status === 'pending') return [];
  const events: WorkerEvent[] = [];
  if (isNew(`start ${id}`, state))
    events.push({ type: 'tool.started', id, tool, about: aboutCall(fieldsOf(call.input)) });
  if (call.status !== 'running' && isNew(`end ${id}`, state))
    events.push({ type: 'tool.finished', id, ok: isSuccess(call) });
  return events;
}

/** A command that failed is completed for the client. */
function isSuccess(call: Fields): boolean {
  const exit = amountOf(fieldsOf(call.metadata).exit);
  return call.status === 'completed' && (exit === undefined || exit === 0);
}

function usageEvents(part: Fields, own: boolean): WorkerEvent[] {
  const tokens = fieldsOf(part.tokens);
  const cached = sumOf(fieldsOf(tokens.cache), ['read', 'write']) ?? 0;
  const inputTokens = amountOf(tokens.input);
  const outputTokens = amountOf(tokens.output);
  if (inputTokens === undefined || outputTokens === undefined) return [];
  const all = inputTokens + cached;
  const usage: WorkerUsage = { inputTokens: all, outputTokens, total: false };
  if (own) usage.contextTokens = amountOf(tokens.total) ?? all + outputTokens;
  const costUsd = amountOf(part.cost);
  if (costUsd !== undefined) usage.costUsd = costUsd;
  return [{ type: 'usage', usage }];
}

function statusEvents(status: Fields, state: State): WorkerEvent[] {
  if (status.type === 'busy') state.busy = true;
  if (status.type !== 'retry') return [];
  state.busy = true;
  const text = saidOf(status.message) || 'A request to the model failed.';
  state.fault = text;
  // It tries again at what may pass: a limit, or a server that fails; which of them is not told.
  return [{ type: 'error', text, trouble: troubleOfWords(text) ?? 'server', ends: false }];
}

function errorEvents(error: Fields, state: State): WorkerEvent[] {
  if (error.name === 'MessageAbortedError') {
    state.aborted = true;
    return [];
  }
  const text = saidOf(fieldsOf(error.data).message) || lineOf(error.name) || 'An error.';
  state.fault = text;
  return [{ type: 'error', text, trouble: troubleOf(error, text), ends: true }];
}

/** Told twice at times; the turn was over at the first. */
function idleEvents(state: State): WorkerEvent[] {
  if (!state.busy) return [];
  const { fault, aborted } = state;
  state.busy = false;
  state.aborted = false;
  delete state.fault;
  if (aborted) return [{ type: 'result', ok: false, text: '' }];
  return [{ type: 'result', ok: fault === undefined, text: fault ?? state.said }];
}

function troubleOf(error: Fields, text: string): WorkerTrouble {
  if (error.name === 'ProviderAuthError') return 'credentials';
  if (error.name === 'ContextOverflowError') return 'context';
  if (error.name === 'ProviderModelNotFoundError' || error.name === 'ProviderInitError')
    return 'setup';
  return troubleOfStatus(fieldsOf(error.data).statusCode) ?? troubleOfWords(text) ?? 'other';
}
