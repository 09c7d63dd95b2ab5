import type { ConversationItem } from '../../core/conversation.ts';
import type { Bare } from '../../core/rows/bare-item.ts';
import { keepInput } from '../../core/rows/kept.ts';
import { number, object, objects, text, type Value, wellFormed } from '../../core/rows/values.ts';
import { toolCall } from './tools.ts';
import { resultText, toolResult } from './transcript-result.ts';
import type { ReadingState } from './transcript-state.ts';
import { contentTexts, hooksIn, oursIn, userParts } from './transcript-text.ts';
import { todosOf } from './transcript-todos.ts';

/** Where items go, with the time and the id that they have of their own. */
export type Tell = (item: Bare, time?: string, id?: string) => void;

/** Types of messages that only the screen shows. */
const idle = new Set(['info', 'error', 'warning']);

/**
 * Tells what is new in a message: the client writes one again, under the same id, when a call of it has ended.
 * `restated`: it stands in a rewritten history, where what was told before may have got a new id.
 */
export function messageRow(
  message: Value,
  restated: boolean,
  state: ReadingState,
  tell: Tell,
  unknown: (kind: string) => void,
): void {
  const type = text(message.type) ?? 'no type';
  const time = text(message.timestamp);
  if (type === 'user') userMessage(message, restated, state, tell);
  else if (type === 'gemini') modelMessage(message, restated, state, tell);
  else if (!idle.has(type)) unknown(`message/${type}`);
  if (time !== undefined && time > state.newest) state.newest = time;
}

function userMessage(message: Value, restated: boolean, state: ReadingState, tell: Tell): void {
  const id = text(message.id);
  const time = text(message.timestamp);
  const parts = userParts(message.content, message.displayContent);
  if (parts.snapshot !== undefined) {
    compressed(parts.snapshot, time, state, tell);
    return;
  }
  if (parts.folder !== undefined && parts.folder !== state.cwd) {
    state.cwd = parts.folder;
    tell({ type: 'place', cwd: parts.folder }, time);
  }
  const whole = contentTexts(message.content).join('');
  const known = restated && state.knowsText('user', whole);
  if ((id !== undefined && !state.told.add(`m ${id}`)) || known || whole === '') return;
  state.isNewText('user', whole);
  for (const own of parts.host) {
    tell({ type: 'user', origin: 'injected', text: wellFormed(own) }, time, id);
  }
  if (parts.person !== undefined) {
    const { command } = parts.person;
    const own = wellFormed(parts.person.text);
    tell({ type: 'user', origin: command ? 'command' : 'typed', text: own }, time, id);
  }
  for (const own of parts.hooks) tell({ type: 'injected-context', text: wellFormed(own) }, time);
}

/** The record does not tell whether a person asked for it. The same snapshot stands in every later rewriting. */
function compressed(
  snapshot: string,
  time: string | undefined,
  state: ReadingState,
  tell: Tell,
): void {
  if (!state.isNewText('snapshot', snapshot)) return;
  const boundary: Bare & { type: 'boundary' } = { type: 'boundary', trigger: 'unknown' };
  if (state.contextTokens !== undefined) boundary.tokensBefore = state.contextTokens;
  tell(boundary, time);
  if (snapshot !== '') tell({ type: 'summary', text: wellFormed(snapshot) }, time);
}

const acknowledgement = 'Got it. Thanks for the additional context!';

function modelMessage(message: Value, restated: boolean, state: ReadingState, tell: Tell): void {
  const id = text(message.id) ?? '';
  const time = text(message.timestamp);
  const whole = contentTexts(message.content).join('');
  const known = restated && state.knowsText('gemini', whole);
  if (whole.trim() !== '' && whole !== acknowledgement && !known) {
    if (id === '' || state.told.add(`m ${id}`)) {
      state.isNewText('gemini', whole);
      tell({ type: 'assistant', text: wellFormed(whole) }, time, id === '' ? undefined : id);
    }
  }
  for (const [index, row] of objects(message.toolCalls).entries()) {
    callRow(row, `${id}/${index}`, state, tell, time);
  }
  const contextTokens = number(object(message.tokens).input) ?? 0;
  if (restated || contextTokens <= 0 || !state.told.add(`u ${id || time}`)) return;
  state.contextTokens = contextTokens;
  const model = text(message.model);
  tell({ type: 'usage', contextTokens, ...(model === undefined ? {} : { model }) }, time);
}

function callRow(
  row: Value,
  place: string,
  state: ReadingState,
  tell: Tell,
  messageTime: string | undefined,
): void {
  const name = text(row.name);
  if (name === undefined) return;
  const id = text(row.id) ?? place;
  const time = text(row.timestamp) ?? messageTime;
  const call = keepInput(toolCall(name, row.args, id), row.args, state.keep);
  if (text(row.agentId) !== undefined) call.kind = 'subagent';
  if (state.told.add(`c ${id}`)) tell({ type: 'call', call }, time, id);
  const printed = resultText(row.result);
  const result = toolResult(call, row, printed, state.keep);
  if (result === undefined || !state.told.add(`r ${id}`)) return;
  tell({ type: 'result', result }, time);
  for (const own of hooksIn(printed)) {
    tell({ type: 'injected-context', event: 'AfterTool', text: wellFormed(own) }, time);
  }
  const beside = result.outcome === 'denied' ? oursIn(printed) : undefined;
  if (beside !== undefined) {
    tell({ type: 'injected-context', event: 'BeforeTool', text: wellFormed(beside) }, time);
  }
  if (result.outcome !== 'ok') return;
  const todos = name === 'write_todos' ? todosOf(object(row.args).todos) : undefined;
  if (todos !== undefined) tell(todos, time);
  const mode = modeAfter(name, result.acceptedPlan !== undefined);
  if (mode === undefined || mode === state.mode) return;
  state.mode = mode;
  tell({ type: 'mode', mode }, time);
}

function modeAfter(name: string, accepted: boolean): string | undefined {
  if (name === 'enter_plan_mode') return 'plan';
  return name === 'exit_plan_mode' && accepted ? 'default' : undefined;
}

/** An item with its place in the record. */
export function placed(
  item: Bare,
  at: ConversationItem['at'],
  time: string | undefined,
  id: string | undefined,
): ConversationItem {
  const whole = item as ConversationItem;
  whole.at = at;
  if (time !== undefined) whole.time = time;
  if (id !== undefined) whole.id = id;
  return whole;
}
