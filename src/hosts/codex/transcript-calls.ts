import type { Emit } from '../../core/rows/bare-item.ts';
import { keepInput } from '../../core/rows/kept.ts';
import { bounded, firstText, object, objects, text, type Value } from '../../core/rows/values.ts';
import { joinPath } from '../../core/task/path.ts';
import type { ToolCall } from '../../core/tool.ts';
import { commandLine, toolCall } from './tools.ts';
import { scriptCalls, scriptSession } from './transcript-script.ts';
import type { OpenCall, OpenRow, ReadingState } from './transcript-state.ts';
import { planTodos } from './transcript-todos.ts';

/** What a row of a call tells. */
export interface CallRow {
  name: string;
  id?: string;
  /** Arguments as JSON text or as an object, or the text that the tool takes. */
  input: unknown;
  /** The tools of a server come under the server's own name. */
  namespace?: string;
}

/** Tells a call. A script of the code mode is told as the calls that stand in it. */
export function callRow(row: CallRow, state: ReadingState, emit: Emit): void {
  if (row.id !== undefined && state.known.has(row.id)) return;
  const input = parsed(row.input);
  const script = row.name === 'exec' && typeof input === 'string' ? input : undefined;
  const calls = script === undefined ? [plainCall(row, input)] : scripted(script, row);
  // Of a script the first call has all of it.
  if (calls[0] !== undefined) keepInput(calls[0], input, state.keep);
  const open: OpenRow = { calls: [] };
  const given = object(input);
  const session =
    script === undefined
      ? row.name === 'write_stdin' && numbered(given.session_id)
      : scriptSession(script);
  if (session) goOn(open, 'session', session, calls, state);
  const cell = row.name === 'wait' && numbered(given.cell_id);
  if (cell) goOn(open, 'cell', cell, calls, state);
  const agent = firstText(given.target, given.id, given.agent_id);
  if (agent !== undefined) open.agent = agent;
  if (row.name === 'request_user_input') open.questions = questionTexts(given.questions);
  for (const call of calls) {
    inFolder(call, state);
    emit({ type: 'call', call });
    if (call.id !== undefined) open.calls.push(openCall(call, call.id));
  }
  const exitCode = toldExitCode(open, state);
  if (exitCode !== undefined && open.calls[0] !== undefined) open.calls[0].exitCode = exitCode;
  if (row.name === 'update_plan') {
    const todos = planTodos(given.plan);
    if (todos !== undefined) emit(todos);
  }
  if (row.id !== undefined) state.openRow(row.id, open);
}

function plainCall(row: CallRow, input: unknown): ToolCall {
  const call = toolCall(row.name, input, row.id);
  if (row.namespace?.startsWith('mcp') === true) call.kind = 'other';
  return call;
}

function scripted(script: string, row: CallRow): ToolCall[] {
  const calls = scriptCalls(script);
  if (calls.length === 0) {
    calls.push({ name: row.name, kind: 'other', paths: [], detail: bounded(script, 500) });
  }
  for (const [index, call] of calls.entries()) {
    if (row.id !== undefined) call.id = index === 0 ? row.id : `${row.id}#${index + 1}`;
  }
  return calls;
}

/** A call that asks for the output of a command that goes on is told as that command. */
function goOn(
  open: OpenRow,
  what: 'session' | 'cell',
  id: string,
  calls: ToolCall[],
  state: ReadingState,
): void {
  open[what] = id;
  const command = state.running.get(what === 'cell' ? `cell ${id}` : id);
  const call = calls[0];
  if (call === undefined || calls.length > 1 || command === undefined || command === '') return;
  call.kind = 'shell';
  call.command = command;
}

/** Of a script that goes on, a row of the client may have told the exit code before the agent asked. */
function toldExitCode(open: OpenRow, state: ReadingState): number | undefined {
  const calls = open.cell === undefined ? [] : (state.open.get(`cell ${open.cell}`)?.calls ?? []);
  return calls.length === 1 ? calls[0]!.exitCode : undefined;
}

function openCall(call: ToolCall, id: string): OpenCall {
  const open: OpenCall = { id, name: call.name, kind: call.kind, paths: call.paths };
  if (call.command !== undefined) open.command = call.command;
  return open;
}

/** A folder that is the session's own is not repeated; a relative one is relative to it. */
function inFolder(call: ToolCall, state: ReadingState): void {
  if (call.cwd === undefined) return;
  const folder = joinPath(state.place.cwd ?? '.', call.cwd);
  if (folder === state.place.cwd) delete call.cwd;
  else call.cwd = folder;
}

function parsed(input: unknown): unknown {
  if (typeof input !== 'string' || !/^\s*\{/.test(input)) return input;
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}

function numbered(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : text(value);
}

function questionTexts(list: unknown): Record<string, string> {
  const texts: [string, string][] = objects(list).map((one, index) => [
    text(one.id) ?? String(index),
    text(one.question) ?? '',
  ]);
  return Object.fromEntries(texts);
}

function searched(action: Value): string | undefined {
  const [first] = Array.isArray(action.queries) ? action.queries : [];
  return firstText(action.query, first, action.url, action.pattern);
}

/** Calls of kinds that have a row type of their own. Undefined: a type that is none of them. */
export function typedCall(payload: Value): CallRow | undefined {
  const id = text(payload.call_id) ?? text(payload.id);
  const row = (name: string, input: unknown): CallRow =>
    id === undefined ? { name, input } : { name, input, id };
  const action = object(payload.action);
  switch (payload.type) {
    case 'web_search_call':
      return row('web_search', { query: searched(action) });
    case 'tool_search_call':
      return row('tool_search', payload.arguments);
    case 'image_generation_call':
      return row('image_generation', {});
    case 'local_shell_call':
      return row('local_shell', {
        command: commandLine(action.command),
        workdir: action.working_directory,
      });
    default:
      return undefined;
  }
}
