import { type Fields, fieldsOf, textOf } from '../../core/rows/fields.ts';
import { aboutCall } from '../../core/worker/call.ts';
import type { WorkerEvent, WorkerTrouble, WorkerUsage } from '../../core/worker/event.ts';
import { rowOf } from '../../core/worker/row.ts';
import { lineOf, saidOf, textEvent, unknownEvent } from '../../core/worker/texts.ts';
import { troubleOfStatus, troubleOfWords } from '../../core/worker/trouble.ts';
import { amountOf, sumOf } from '../../core/worker/usage.ts';
import type { WorkerStream } from '../worker-host.ts';

interface State {
  session?: string;
  /** A text that may turn out to be a summary: only the row behind it tells. */
  held?: string;
  /** The last text of the model. */
  said: string;
  /** The reason that the last answer ended for. */
  finish?: string;
  fault?: string;
}

/** Reads `opencode run --format json`. */
export function openCodeStream(): WorkerStream {
  const state: State = { said: '' };
  return {
    line(text) {
      const row = rowOf(text);
      if (row === undefined) return [...release(state), ...unknownEvent(undefined)];
      return [...sessionEvents(row, state), ...eventsOf(row, state)];
    },
    end: () => [...release(state), ...lastEvents(state)],
  };
}

function sessionEvents(row: Fields, state: State): WorkerEvent[] {
  const id = textOf(row.sessionID);
  if (id === undefined || state.session !== undefined) return [];
  state.session = id;
  return [{ type: 'session', id }];
}

function release(state: State): WorkerEvent[] {
  const text = state.held;
  if (text === undefined) return [];
  delete state.held;
  state.said = saidOf(text);
  return textEvent(text);
}

function eventsOf(row: Fields, state: State): WorkerEvent[] {
  const part = fieldsOf(row.part);
  if (row.type === 'text') return textEvents(part, state);
  if (row.type === 'step_finish') {
    const reason = lineOf(part.reason);
    state.finish = reason;
    // A summary is an answer that stops; so is the last one of a turn.
    const texts = reason === 'stop' ? [] : release(state);
    return [...texts, ...usageEvents(part)];
  }
  return [...release(state), ...otherEvents(row, part, state)];
}

function textEvents(part: Fields, state: State): WorkerEvent[] {
  if (part.synthetic !== true) {
    const before = release(state);
    const text = textOf(part.text);
    if (text !== undefined) state.held = text;
    return before;
  }
  if (fieldsOf(part.metadata).compaction_continue !== true) return release(state);
  delete state.held;
  return [{ type: 'compaction' }];
}

function otherEvents(row: Fields, part: Fields, state: State): WorkerEvent[] {
  switch (row.type) {
    case 'step_start':
    case 'reasoning':
      return [];
    // Told when it is over, and not before.
    case 'tool_use': {
      const call = fieldsOf(part.state);
      const id = textOf(part.callID);
      const named = id === undefined ? {} : { id };
      const about = aboutCall(fieldsOf(call.input));
      return [
        { type: 'tool.started', ...named, tool: lineOf(part.tool), about },
        { type: 'tool.finished', ...named, ok: isSuccess(call) },
      ];
    }
    case 'error': {
      const error = fieldsOf(row.error);
      const text = saidOf(fieldsOf(error.data).message) || lineOf(error.name) || 'An error.';
      state.fault = text;
      return [{ type: 'error', text, trouble: troubleOf(error, text), ends: true }];
    }
    default:
      return unknownEvent(row.type);
  }
}

/** A command that failed is completed for the client. */
function isSuccess(call: Fields): boolean {
  const exit = amountOf(fieldsOf(call.metadata).exit);
  return call.status === 'completed' && (exit === undefined || exit === 0);
}

function usageEvents(part: Fields): WorkerEvent[] {
  const tokens = fieldsOf(part.tokens);
  const cached = sumOf(fieldsOf(tokens.cache), ['read', 'write']) ?? 0;
  const inputTokens = amountOf(tokens.input);
  const outputTokens = amountOf(tokens.output);
  if (inputTokens === undefined || outputTokens === undefined) return [];
  const all = inputTokens + cached;
  const usage: WorkerUsage = {
    inputTokens: all,
    outputTokens,
    contextTokens: amountOf(tokens.total) ?? all + outputTokens,
    total: false,
  };
  const costUsd = amountOf(part.cost);
  if (costUsd !== undefined) usage.costUsd = costUsd;
  return [{ type: 'usage', usage }];
}

/** This client prints no result: the end of its output is one, where the last answer of the model came to its end. */
function lastEvents(state: State): WorkerEvent[] {
  if (state.fault !== undefined) return [{ type: 'result', ok: false, text: state.fault }];
  if (state.finish !== 'stop') return [];
  return [{ type: 'result', ok: true, text: state.said }];
}

function troubleOf(error: Fields, text: string): WorkerTrouble {
  if (error.name === 'ProviderAuthError') return 'credentials';
  if (error.name === 'ContextOverflowError') return 'context';
  return troubleOfStatus(fieldsOf(error.data).statusCode) ?? troubleOfWords(text) ?? 'other';
}
