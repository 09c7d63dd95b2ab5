import type { ConversationItem, TodoItem, TodoStatus } from '../conversation.ts';
import type { Fact, Provenance } from '../fact.ts';
import { clip } from '../trust/clip.ts';
import { type Family, type FoldContext, keep } from './family.ts';
import { lengths, limits } from './limits.ts';
import { dropRow, getRow, newTable, putRow, rowsOf, setRow, type Table } from './table.ts';

interface TodoRow extends TodoItem {
  from: Provenance;
}

export type Todos = Table<TodoRow>;

/** The host's todo list in its final state: whole lists replace, patches change what they name. */
export const todos: Family<Todos> = {
  initial: () => newTable(),

  step(state: Todos, item: ConversationItem, context: FoldContext): void {
    if (item.type !== 'todos') return;
    if (item.mode === 'replace') Object.assign(state, newTable<TodoRow>());
    for (const [index, todo] of item.items.entries()) {
      patch(state, todo, String(index), item.mode === 'replace', context.from);
    }
  },

  facts: (state) =>
    rowsOf(state).map(
      (row): Fact => ({ kind: 'todo', value: row.text, state: row.status, from: row.from }),
    ),
};

/** An update of an id that is not known and brings no text changes nothing. */
function patch(
  state: Todos,
  todo: Partial<TodoItem>,
  place: string,
  whole: boolean,
  from: Provenance,
): void {
  const id = clip(todo.id || place, 120);
  const old = whole ? undefined : getRow(state, id);
  if (todo.status === 'deleted') {
    dropRow(state, id);
    return;
  }
  const text = todo.text ? keep(todo.text, lengths.todo) : old?.text;
  if (text === undefined) return;
  const status: TodoStatus = todo.status ?? old?.status ?? 'pending';
  const row = { id, text, status, from };
  if (old === undefined) putRow(state, id, row, limits.todos);
  else setRow(state, id, row);
}

export function todoItems(state: Todos): TodoItem[] {
  return rowsOf(state).map(({ id, text, status }) => ({ id, text, status }));
}
