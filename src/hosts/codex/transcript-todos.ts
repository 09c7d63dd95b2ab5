import type { TodoItem, TodoStatus } from '../../core/conversation.ts';
import type { Bare } from '../../core/rows/bare-item.ts';
import { objects, text } from '../../core/rows/values.ts';

const statuses = new Set(['pending', 'in_progress', 'completed']);

/** The whole list as `update_plan` gives it; items have no id but their place, from 1. */
export function planTodos(plan: unknown): Bare | undefined {
  if (!Array.isArray(plan)) return undefined;
  const items = objects(plan).map(
    (one, index): Partial<TodoItem> => ({
      id: String(index + 1),
      text: text(one.step) ?? '',
      status: statuses.has(String(one.status)) ? (one.status as TodoStatus) : 'pending',
    }),
  );
  return { type: 'todos', mode: 'replace', items };
}
