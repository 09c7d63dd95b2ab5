import type { ConversationItem, TodoStatus } from '../../core/conversation.ts';
import { fieldsOf, textOf } from '../../core/rows/fields.ts';

type Todos = Pick<Extract<ConversationItem, { type: 'todos' }>, 'type' | 'mode' | 'items'>;

const statuses = new Set(['pending', 'in_progress', 'completed']);

/** The whole list that `todo_write` set: what the client shows of it (a person may have changed it), else the input. */
export function todosOf(input: unknown, display: unknown): Todos | undefined {
  const shown = fieldsOf(display).todos;
  const list = Array.isArray(shown) ? shown : fieldsOf(input).todos;
  if (!Array.isArray(list)) return undefined;
  return {
    type: 'todos',
    mode: 'replace',
    items: list.map(fieldsOf).map((entry, index) => ({
      id: textOf(entry.id) ?? String(index + 1),
      text: textOf(entry.content) ?? '',
      status: statusOf(entry.status),
    })),
  };
}

function statusOf(value: unknown): TodoStatus {
  return typeof value === 'string' && statuses.has(value) ? (value as TodoStatus) : 'pending';
}
