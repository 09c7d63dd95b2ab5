import { type Fields, fieldsOf, textOf } from '../../core/rows/fields.ts';
import { aboutCall } from '../../core/worker/call.ts';
import type { WorkerEvent, WorkerTrouble } from '../../core/worker/event.ts';
import { rowOf } from '../../core/worker/row.ts';
import { lineOf, saidOf, textEvent, unknownEvent } from '../../core/worker/texts.ts';
import { troubleOfStatus, troubleOfWords } from '../../core/worker/trouble.ts';
import { amountOf } from '../../core/worker/usage.ts';
import type { WorkerStream } from '../worker-host.ts';

interface State {
  /** The model's last words. */
  said: string;
  /** The fault that ended the turn. */
  fault?: string;
}

/** Reads `--output-format json`. */
export function copilotStream(): WorkerStream {
  const state: State = { said: '' };
  return {
    line(text) {
      const row = rowOf(text);
      return row === undefined ? unknownEvent(undefined) : eventsOf(row, state);
    },
  };
}

function eventsOf(row: Fields, state: State): WorkerEvent[] {
  const data = fieldsOf(row.data);
  switch (row.type) {
    case 'user.message':
      return [{ type: 'prompt', text: saidOf(data.content) }];
    case 'assistant.message':
      return messageEvents(data, state);
    case 'tool.execution_start': {
      const about = aboutCall(fieldsOf(data.arguments));
      return [{ type: 'tool.started', ...idOf(data), tool: lineOf(data.toolName), about }];
    }
    case 'tool.execution_complete':
      return [
        { type: 'tool.finished', ...idOf(data), ok: isSuccess(data) },
        ...contextEvents(data),
      ];
    case 'model.call_failure': {
      const text = saidOf(data.errorMessage) || 'A request to the model failed.';
      return [{ type: 'error', text, trouble: troubleOf(data, text), ends: false }];
    }
    case 'session.error': {
      const text = saidOf(data.message);
      state.fault = text;
      return [{ type: 'error', text, trouble: troubleOf(data, text), ends: true }];
    }
    case 'result':
      return resultEvents(row, state);
    default:
      return knownFamilies.test(textOf(row.type) ?? '') ? [] : unknownEvent(row.type);
  }
}

/** Families of rows in which the rest tells nothing of use here. */
const knownFamilies =
  /^(session|agent|assistant|model|tool|hook|subagent|skill|permission|system|abort)\b/;

function messageEvents(data: Fields, state: State): WorkerEvent[] {
  // A subagent's words are not the worker's.
  if (textOf(data.parentToolCallId) !== undefined) return [];
  const text = textOf(data.content);
  if (text === undefined) return [];
  state.said = saidOf(text);
  return textEvent(text);
}

/** A command that ended with another code than 0 is a success for the client. */
function isSuccess(data: Fields): boolean {
  const exit = amountOf(fieldsOf(data.shellExecution).exitCode);
  return data.success === true && (exit === undefined || exit === 0);
}

/** The only tokens that the stream tells: those in the context. */
function contextEvents(data: Fields): WorkerEvent[] {
  const metrics = fieldsOf(fieldsOf(data.toolTelemetry).metrics);
  const contextTokens = amountOf(metrics.context_current_tokens);
  if (contextTokens === undefined) return [];
  return [{ type: 'usage', usage: { contextTokens, total: false } }];
}

/** The only row that has the session, at the end. */
function resultEvents(row: Fields, state: State): WorkerEvent[] {
  const id = textOf(row.sessionId);
  const events: WorkerEvent[] = id === undefined ? [] : [{ type: 'session', id }];
  const ok = row.exitCode === 0 && state.fault === undefined;
  events.push({ type: 'result', ok, text: state.fault ?? state.said });
  return events;
}

function troubleOf(data: Fields, text: string): WorkerTrouble {
  const status = troubleOfStatus(data.statusCode);
  if (status !== undefined) return status;
  if (data.errorType === 'authentication') return 'credentials';
  if (data.errorType === 'rate_limit' || data.errorType === 'quota') return 'limit';
  return troubleOfWords(text) ?? 'other';
}

function idOf(data: Fields): { id?: string } {
  const id = textOf(data.toolCallId);
  return id === undefined ? {} : { id };
}
