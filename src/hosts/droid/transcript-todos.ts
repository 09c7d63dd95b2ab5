import type { TodoItem, TodoStatus } from '../../core/conversation.ts';
import { firstText, object, objects, text } from '../../core/rows/values.ts';

/** The whole list of a `todo_state` row or of the tool's input: items, or a text with a line each, in one object or two. */
export function todosOf(given: unknown): TodoItem[] | undefined {
  const inner = object(given).todos ?? given;
  if (typeof inner === 'string') return fromLines(inner);
  if (!Array.isArray(inner)) return undefined;
  return objects(inner).map((entry, index) => ({
    id: text(entry.id) ?? String(index + 1),
    text: firstText(entry.content, entry.description, entry.text) ?? '',
    status: statusOf(entry.status),
  }));
}

/** `1. [in_progress] Add the parser` */
function fromLines(list: string): TodoItem[] {
  const items: TodoItem[] = [];
  for (const line of list.split('\n')) {
    const bare = line
      .trim()
      .replace(/^(?:\d+[.)]|[-*])/, '')
      .trimStart();
    const mark = /^\[([\w ]*)\]/.exec(bare);
    const said = bare.slice(mark?.[0].length ?? 0).trim();
    if (said === '') continue;
    items.push({ id: String(items.length + 1), text: said, status: statusOf(mark?.[1]) });
  }
  return items;
}

function statusOf(value: unknown): TodoStatus {
  const status = typeof value === 'string' ? value.trim() : '';
  if (status === 'completed' || status === 'done' || status === 'x') return 'completed';
  return status === 'in_progress' ? 'in_progress' : 'pending';
}
