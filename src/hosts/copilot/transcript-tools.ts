import { cutText, type Fields, listOf, textOf } from '../../core/rows/fields.ts';
import { keepInput, keptOf } from '../../core/rows/kept.ts';
import { argumentsOf, toolCall, toolKind, toolResult } from './tools.ts';
import type { Emit } from './transcript-items.ts';
import type { CallParts } from './transcript-results.ts';
import type { ReadingState } from './transcript-state.ts';
import { todosOf } from './transcript-todos.ts';

/** Items of `assistant.message`: its text and the calls that it asks for. */
export function messageItems(data: Fields, state: ReadingState, emit: Emit): void {
  const text = textOf(data.content);
  if (text !== undefined && text.trim() !== '') emit({ type: 'assistant', text });
  for (const request of listOf(data.toolRequests)) {
    const given = request as Fields | null;
    callItem(
      textOf(given?.toolCallId),
      textOf(given?.name),
      given?.arguments,
      'asked',
      state,
      emit,
    );
  }
}

/**
 * One call stands in the message that asks for it and in the event of its start, in either order; it is told once.
 * The same source a second time is a copy.
 */
export function callItem(
  id: string | undefined,
  name: string | undefined,
  input: unknown,
  source: 'asked' | 'started',
  state: ReadingState,
  emit: Emit,
): void {
  if (name === undefined) return;
  const other = source === 'asked' ? 'started' : 'asked';
  const again = id !== undefined && state.tell(`${source} ${id}`);
  if (id !== undefined && !again && state.wasTold(`${other} ${id}`)) return;
  const call = keepInput(toolCall(name, input, id), input, state.keep);
  emit({ type: 'call', call }, again);
  if (id === undefined || again) return;
  const open: CallParts = { name };
  if (call.kind === 'read' && call.paths[0] !== undefined) open.path = call.paths[0];
  if (['ask_user', 'update_todo', 'exit_plan_mode'].includes(name)) open.input = argumentsOf(input);
  state.openCall(id, open);
}

/** Items of `tool.user_requested`: a person ran the tool from the prompt. */
export function personsCall(data: Fields, state: ReadingState, emit: Emit): void {
  const command = textOf(argumentsOf(data.arguments).command);
  if (command !== undefined) emit({ type: 'user', origin: 'command', text: `!${command}` });
  callItem(textOf(data.toolCallId), textOf(data.toolName), data.arguments, 'asked', state, emit);
}

/** Items of `tool.execution_complete`: how a call ended, and the todo list that it set. */
export function resultItems(data: Fields, state: ReadingState, emit: Emit): void {
  const callId = textOf(data.toolCallId);
  if (callId === undefined) return;
  const call = state.closeCall(callId) ?? { name: textOf(data.toolName) ?? '' };
  const result = toolResult(callId, call, data);
  const kind = toolKind(call.name);
  const told = result.outcome === 'denied' ? toldBeside(result.text) : undefined;
  result.text = cutText(result.text, keptOf(kind, state.keep));
  const copy = state.tell(`ended ${callId}`);
  emit({ type: 'result', result }, copy);
  if (told !== undefined) emit({ type: 'injected-context', event: 'preToolUse', text: told }, copy);
  if (call.name !== 'update_todo' || result.outcome !== 'ok') return;
  const todos = todosOf(call.input ?? {});
  if (todos !== undefined) emit(todos, copy);
}

/** What a denial of ours told behind its reason. */
function toldBeside(text: string): string | undefined {
  const at = text.indexOf('\n\n[Holdfast ');
  return at < 0 ? undefined : text.slice(at + 2);
}
