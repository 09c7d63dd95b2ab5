import { type Fields, fieldsOf, textOf } from '../../core/rows/fields.ts';
import { aboutCall } from '../../core/worker/call.ts';
import type { WorkerEvent, WorkerTrouble } from '../../core/worker/event.ts';
import { rowOf } from '../../core/worker/row.ts';
import { lineOf, saidOf, textEvent, unknownEvent } from '../../core/worker/texts.ts';
import { troubleOfStatus, troubleOfWords } from '../../core/worker/trouble.ts';
import { amountOf } from '../../core/worker/usage.ts';
import type { WorkerStream } from '../worker-host.ts';

interface State {
  /** What the model is saying: it comes in pieces. */
  saying: string;
  /** The last whole thing that it said. */
  said: string;
  /** The text of a fault whose cause only the exit code tells. */
  fault?: string;
}

/** Pieces beyond this are left out, in UTF-16 units: a text is cut far below it. */
const longest = 20_000;

/** Reads `--output-format stream-json`. */
export function geminiStream(): WorkerStream {
  const state: State = { saying: '', said: '' };
  return {
    line(text) {
      const row = rowOf(text);
      return row === undefined ? unknownEvent(undefined) : eventsOf(row, state);
    },
    end: (exitCode) => [...wholeText(state), ...heldFault(state, exitCode)],
  };
}

function eventsOf(row: Fields, state: State): WorkerEvent[] {
  if (row.type === 'message' && row.role === 'assistant') {
    const piece = textOf(row.content) ?? '';
    if (row.delta !== true) return [...wholeText(state), ...wholeText({ ...state, saying: piece })];
    if (state.saying.length < longest) state.saying += piece;
    return [];
  }
  return [...wholeText(state), ...otherEvents(row, state)];
}

function wholeText(state: State): WorkerEvent[] {
  const text = state.saying;
  if (text === '') return [];
  state.saying = '';
  state.said = text;
  return textEvent(text);
}

function otherEvents(row: Fields, state: State): WorkerEvent[] {
  switch (row.type) {
    case 'init': {
      const id = textOf(row.session_id);
      const model = lineOf(row.model);
      return id === undefined ? [] : [{ type: 'session', id, ...(model === '' ? {} : { model }) }];
    }
    case 'message':
      return row.role === 'user' ? [{ type: 'prompt', text: saidOf(row.content) }] : [];
    case 'tool_use': {
      const about = aboutCall(fieldsOf(row.parameters));
      return [{ type: 'tool.started', ...idOf(row), tool: lineOf(row.tool_name), about }];
    }
    case 'tool_result':
      return [{ type: 'tool.finished', ...idOf(row), ok: row.status === 'success' }];
    case 'error': {
      const text = saidOf(row.message);
      return [{ type: 'error', text, trouble: troubleOf(text) ?? 'other', ends: false }];
    }
    case 'result':
      return resultEvents(row, state);
    default:
      return unknownEvent(row.type);
  }
}

function resultEvents(row: Fields, state: State): WorkerEvent[] {
  const events = usageEvents(fieldsOf(row.stats));
  if (row.status === 'success')
    return [...events, { type: 'result', ok: true, text: saidOf(state.said) }];
  const text = saidOf(fieldsOf(row.error).message);
  const trouble = troubleOf(text);
  if (trouble !== undefined) return [...events, ...failure(text, trouble)];
  state.fault = text;
  return events;
}

function failure(text: string, trouble: WorkerTrouble): WorkerEvent[] {
  return [
    { type: 'error', text, trouble, ends: true },
    { type: 'result', ok: false, text },
  ];
}

/** The client ends with the server's status, of which a process can only say the last eight bits. */
function heldFault(state: State, exitCode: number | null): WorkerEvent[] {
  if (state.fault === undefined) return [];
  return failure(state.fault, troubleOfStatus((exitCode ?? 0) + 256) ?? 'other');
}

/** Tokens of this run. */
function usageEvents(stats: Fields): WorkerEvent[] {
  const inputTokens = amountOf(stats.input_tokens);
  const outputTokens = amountOf(stats.output_tokens);
  if (!inputTokens || outputTokens === undefined) return [];
  return [{ type: 'usage', usage: { inputTokens, outputTokens, total: false } }];
}

/** This client tells a failure by its text. */
function troubleOf(text: string): WorkerTrouble | undefined {
  return troubleOfStatus(statusIn(text)) ?? troubleOfWords(text);
}

function statusIn(text: string): string | undefined {
  return /\b(?:status:? |"?(?:code|status)"?: ?|API Error: \[?)(\d{3})\b/.exec(text)?.[1];
}

function idOf(row: Fields): { id?: string } {
  const id = textOf(row.tool_id);
  return id === undefined ? {} : { id };
}
