import type { ConversationItem, TodoItem, TodoStatus } from '../../core/conversation.ts';
import { firstText, object, objects, text } from '../../core/rows/values.ts';

type Todos = Pick<Extract<ConversationItem, { type: 'todos' }>, 'type' | 'mode' | 'items'>;

const statuses: readonly string[] = ['pending', 'in_progress', 'completed'];

/** What the tool set: the whole list, or with `merge` the items that it names. */
export function todosOf(input: unknown): Todos | undefined {
  const given = object(input);
  if (!Array.isArray(given.todos)) return undefined;
  const items = objects(given.todos).map((entry, index): Partial<TodoItem> => {
    const item: Partial<TodoItem> = { id: text(entry.id) ?? String(index + 1) };
    const words = firstText(entry.content, entry.text);
    if (words !== undefined) item.text = words;
    const status = statusOf(entry.status);
    if (status !== undefined) item.status = status;
    return item;
  });
  return { type: 'todos', mode: given.merge === true ? 'patch' : 'replace', items };
}

function statusOf(value: unknown): TodoStatus | undefined {
  if (value === 'cancelled') return 'deleted';
  return typeof value === 'string' && statuses.includes(value) ? (value as TodoStatus) : undefined;
}
