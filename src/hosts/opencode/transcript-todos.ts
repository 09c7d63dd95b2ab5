import type { ConversationItem, TodoStatus } from '../../core/conversation.ts';
import { fieldsOf, textOf } from '../../core/rows/fields.ts';

type Todos = Pick<Extract<ConversationItem, { type: 'todos' }>, 'type' | 'mode' | 'items'>;

const statuses: Record<string, TodoStatus> = {
  pending: 'pending',
  in_progress: 'in_progress',
  completed: 'completed',
  cancelled: 'deleted',
};

/** The whole list that `todowrite` set. Its entries have no ids any more: each gets its place in the list, from 1. */
export function todosOf(input: unknown): Todos | undefined {
  const { todos } = fieldsOf(input);
  if (!Array.isArray(todos)) return undefined;
  return {
    type: 'todos',
    mode: 'replace',
    items: todos.map(fieldsOf).map((entry, index) => ({
      id: textOf(entry.id) ?? String(index + 1),
      text: textOf(entry.content) ?? '',
      status: statuses[textOf(entry.status) ?? ''] ?? 'pending',
    })),
  };
}
