import type { Emit } from '../../core/rows/bare-item.ts';
import { keepInput, keptOf } from '../../core/rows/kept.ts';
import { bounded, object, objects, text, type Value, wellFormed } from '../../core/rows/values.ts';
import { allBetween } from '../../core/text/between.ts';
import { toolCall, toolResult } from './tools.ts';
import { todosOf } from './transcript-todos.ts';

/** How a row is read. `program`: the prompts are those of the agent above. */
export interface Reading {
  program: boolean;
  keep: number | undefined;
  unknown(kind: string): void;
}

/** Items of a row that holds a message. */
export function messageRow(role: string, row: Value, reading: Reading, emit: Emit): void {
  const { content } = object(row.message);
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : objects(content);
  for (const block of blocks) {
    const type = text(block.type) ?? 'no type';
    if (type === 'text') {
      if (role === 'user') userText(block.text, reading.program, emit);
      else said(block.text, emit);
    } else if (type === 'tool_use') call(block, reading, emit);
    else if (type === 'tool_result') result(block, reading, emit);
    else if (type !== 'thinking') reading.unknown(`block ${type}`);
  }
}

/** The client writes this where it leaves a text out. */
const leftOut = '[REDACTED]';

function said(value: unknown, emit: Emit): void {
  const words = text(value);
  if (words?.trim() && words !== leftOut) emit({ type: 'assistant', text: wellFormed(words) });
}

/** What a person wrote stands between marks where the client puts something beside it, else alone. */
function userText(value: unknown, program: boolean, emit: Emit): void {
  const whole = text(value);
  if (whole === undefined) return;
  const marked = allBetween(whole, '<user_query>', '</user_query>').map((inner) =>
    inner.replace(/^\n/, '').replace(/\n$/, ''),
  );
  const words = marked.length > 0 ? marked.join('\n') : whole;
  if (words.trim() === '') return;
  // A turn that we forced, or something that the client says by itself.
  if (words.startsWith('[Holdfast ') || (marked.length === 0 && /^\s*<[a-z_]+>/.test(words))) {
    emit({ type: 'injected-context', text: words });
    return;
  }
  emit({ type: 'user', origin: program ? 'program' : 'typed', text: wellFormed(words) });
}

function call(block: Value, { keep }: Reading, emit: Emit): void {
  const name = text(block.name);
  if (name === undefined) return;
  const made = toolCall(name, block.input, text(block.id));
  // Without results nobody can tell from here whether it still runs.
  if (made.kind === 'subagent') made.kind = 'other';
  delete made.background;
  emit({ type: 'call', call: keepInput(made, block.input, keep) });
  const todos = name === 'TodoWrite' ? todosOf(block.input) : undefined;
  if (todos !== undefined) emit(todos);
}

/** Few versions write results at all. */
function result(block: Value, { keep }: Reading, emit: Emit): void {
  const id = text(block.tool_use_id);
  if (id === undefined) return;
  const open = { id, name: '', kind: 'other', paths: [] } as const;
  const made = toolResult({ ...open, paths: [] }, { content: block.content });
  if (block.is_error === true) made.outcome = 'failed';
  emit({ type: 'result', result: { ...made, text: bounded(made.text, keptOf('other', keep)) } });
}
