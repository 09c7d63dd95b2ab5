import type { TodoItem, TodoStatus } from '../../core/conversation.ts';
import type { Bare } from '../../core/rows/bare-item.ts';
import { objects, text } from '../../core/rows/values.ts';

const statuses: Record<string, TodoStatus> = {
  pending: 'pending',
  blocked: 'pending',
  in_progress: 'in_progress',
  completed: 'completed',
  cancelled: 'deleted',
};

/** The whole list as `write_todos` gives it; items have no id but their place, from 1. */
export function todosOf(list: unknown): Bare | undefined {
  if (!Array.isArray(list)) return undefined;
  const items = objects(list).map((one, index): Partial<TodoItem> => {
    const status = text(one.status) ?? '';
    return {
      id: String(index + 1),
      text: text(one.description) ?? '',
      status: Object.hasOwn(statuses, status) ? statuses[status]! : 'pending',
    };
  });
  return { type: 'todos', mode: 'replace', items };
}
