import type { Emit } from '../../core/rows/bare-item.ts';
import { cutText, type Fields, fieldsOf, listOf, textOf } from '../../core/rows/fields.ts';
import { keepInput, keptOf } from '../../core/rows/kept.ts';
import { toolCall, toolKind, toolResult } from './tools.ts';
import type { OpenCall, ReadingState } from './transcript-state.ts';
import { todosOf } from './transcript-todos.ts';

/** Items of an `assistant` row: its texts without its thoughts, its calls, and the size of the context. */
export function assistantRow(row: Fields, state: ReadingState, emit: Emit): void {
  for (const part of listOf(fieldsOf(row.message).parts).map(fieldsOf)) {
    const text = part.thought === true ? undefined : textOf(part.text);
    if (text !== undefined && text.trim() !== '') emit({ type: 'assistant', text });
    if (part.functionCall !== undefined) call(fieldsOf(part.functionCall), state, emit);
  }
  const contextTokens = fieldsOf(row.usageMetadata).promptTokenCount;
  if (typeof contextTokens !== 'number' || contextTokens <= 0) return;
  const model = textOf(row.model);
  emit(
    model === undefined
      ? { type: 'usage', contextTokens }
      : { type: 'usage', contextTokens, model },
  );
}

function call(given: Fields, state: ReadingState, emit: Emit): void {
  const name = textOf(given.name);
  const id = textOf(given.id);
  if (name === undefined) return;
  const made = keepInput(toolCall(name, given.args, id), given.args, state.keep);
  const copy = id !== undefined && state.isCopy(`call ${id}`);
  emit({ type: 'call', call: made }, copy);
  if (id === undefined || copy) return;
  const open: OpenCall = { name };
  if (made.kind === 'read' && made.paths.length === 1) {
    open.path = made.paths[0]!;
    open.startLine = made.range?.start ?? 1;
  }
  if (made.kind === 'question' || made.kind === 'todo') open.input = given.args;
  state.openCall(id, open);
}

/** Items of a `tool_result` row: how its calls ended, and the todo list that one of them set. */
export function resultRow(row: Fields, state: ReadingState, emit: Emit): void {
  const display = fieldsOf(row.toolCallResult);
  const responses = listOf(fieldsOf(row.message).parts)
    .map((part) => fieldsOf(part).functionResponse)
    .filter((response) => response !== undefined)
    .map(fieldsOf);
  // A row without a response still tells how its call ended.
  if (responses.length === 0) responses.push({});
  for (const given of responses) {
    const callId = textOf(given.id) ?? textOf(display.callId);
    if (callId === undefined) continue;
    const open = state.closeCall(callId) ?? { name: textOf(given.name) ?? '' };
    const own = responses.length === 1 || display.callId === callId ? display : {};
    const { response, told } = withoutOurs(fieldsOf(given.response));
    const result = toolResult(callId, open, { response, display: own });
    result.text = cutText(result.text, keptOf(toolKind(open.name), state.keep));
    const copy = state.isCopy(`result ${callId}`);
    emit({ type: 'result', result }, copy);
    if (told !== undefined)
      emit({ type: 'injected-context', event: 'PostToolUse', text: told }, copy);
    if (open.name !== 'todo_write' || result.outcome !== 'ok') continue;
    const todos = todosOf(open.input, own.resultDisplay);
    if (todos !== undefined) emit(todos, copy);
  }
}

/** By which our own texts are known that the client has put behind the output of a tool, or into a denial. */
const ours = /\n\n(?=\[Holdfast c\d+-[0-9a-f]{6}\]|Holdfast: neither the summary)/;

/** A response without what we told with it, and that. */
function withoutOurs(response: Fields): { response: Fields; told?: string } {
  const name = typeof response.output === 'string' ? 'output' : 'error';
  const text = textOf(response[name]);
  const at = text === undefined ? -1 : text.search(ours);
  if (text === undefined || at < 0) return { response };
  return { response: { ...response, [name]: text.slice(0, at) }, told: text.slice(at + 2) };
}
