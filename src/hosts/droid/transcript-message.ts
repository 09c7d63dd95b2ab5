import type { Emit } from '../../core/rows/bare-item.ts';
import { keepInput, keptOf } from '../../core/rows/kept.ts';
import { bounded, object, objects, text, type Value, wellFormed } from '../../core/rows/values.ts';
import { contentText, resultOf, toolCall } from './tools.ts';
import type { ReadingState } from './transcript-state.ts';
import { todosOf } from './transcript-todos.ts';

/** Items of a `message` row. `program`: the prompts are those of another agent. */
export function messageRow(
  row: Value,
  program: boolean,
  state: ReadingState,
  emit: Emit,
  unknown: (kind: string) => void,
): void {
  const message = object(row.message);
  const hidden = message.visibility === 'llm_only';
  // What hooks did is shown to the person only.
  if (message.visibility === 'user_only') return;
  const role = text(message.role) ?? 'none';
  if (role !== 'user' && role !== 'assistant') {
    unknown(`message of ${role}`);
    return;
  }
  const content =
    typeof message.content === 'string'
      ? [{ type: 'text', text: message.content }]
      : objects(message.content);
  for (const block of content) {
    const type = text(block.type) ?? 'no type';
    if (type === 'tool_result') result(block, state, emit);
    else if (type === 'tool_use') call(block, state, emit);
    else if (type !== 'text') {
      if (!silent.has(type)) unknown(`block ${type}`);
    } else if (role === 'assistant') said(block.text, emit);
    else userText(block.text, hidden, program, emit);
  }
}

const silent = new Set(['thinking', 'redacted_thinking', 'image', 'document']);
const reminder = /^\s*<system-reminder>[\s\S]*?<\/system-reminder>\s*/;

function said(value: unknown, emit: Emit): void {
  const words = text(value);
  if (words?.trim()) emit({ type: 'assistant', text: wellFormed(words) });
}

/** The client's own words to the model stand before what a person wrote, or alone. */
function userText(value: unknown, hidden: boolean, program: boolean, emit: Emit): void {
  let rest = text(value) ?? '';
  if (hidden || rest.startsWith('[Holdfast ')) {
    injected(rest, emit);
    return;
  }
  for (let found = reminder.exec(rest); found; found = reminder.exec(rest)) {
    injected(found[0], emit);
    rest = rest.slice(found[0].length);
  }
  if (rest.trim() === '' || rest.startsWith('[Request interrupted by user')) return;
  emit({ type: 'user', origin: program ? 'program' : 'typed', text: wellFormed(rest) });
}

function injected(value: string, emit: Emit): void {
  if (value !== '') emit({ type: 'injected-context', text: value });
}

function call(block: Value, state: ReadingState, emit: Emit): void {
  const name = text(block.name);
  if (name === undefined) return;
  const id = text(block.id);
  const made = keepInput(toolCall(name, block.input, id), block.input, state.keep);
  emit({ type: 'call', call: made });
  if (id !== undefined) state.openCall(id, made.kind);
  const todos = name === 'TodoWrite' ? todosOf(block.input) : undefined;
  if (todos !== undefined) emit({ type: 'todos', mode: 'replace', items: todos });
}

function result(block: Value, state: ReadingState, emit: Emit): void {
  const id = text(block.tool_use_id);
  if (id === undefined) return;
  const kind = state.closeCall(id);
  const made = resultOf({ id, kind }, contentText(block.content), block.is_error === true);
  emit({ type: 'result', result: { ...made, text: bounded(made.text, keptOf(kind, state.keep)) } });
}
