import type { ConversationItem, TodoItem, TodoStatus } from '../../core/conversation.ts';
import { taskNumber } from './tool-results.ts';

type Todos = Pick<Extract<ConversationItem, { type: 'todos' }>, 'type' | 'mode' | 'items'>;

const statuses = new Set(['pending', 'in_progress', 'completed', 'deleted']);

/**
 * What a finished todo call did to the list. `TodoWrite` gives the whole list; `TaskCreate` has the new item's id
 * only in its result; `TaskUpdate` names what changed; `TaskList` shows the list as it is.
 */
export function todosOf(
  name: string,
  input: unknown,
  response: unknown,
  text: string,
): Todos | undefined {
  const given = object(input);
  const result = object(response);
  if (name === 'TodoWrite') {
    const list = Array.isArray(result.newTodos) ? result.newTodos : given.todos;
    return Array.isArray(list)
      ? { type: 'todos', mode: 'replace', items: wholeList(list) }
      : undefined;
  }
  if (name === 'TaskList' && Array.isArray(result.tasks)) {
    return { type: 'todos', mode: 'replace', items: wholeList(result.tasks) };
  }
  if (name === 'TaskCreate') {
    const task = object(result.task);
    const id = identifier(task.id) ?? taskNumber(text);
    const subject = string(task.subject) ?? string(given.subject) ?? text.replace(/^[^:]*: ?/, '');
    return id === undefined ? undefined : patch({ id, text: subject, status: 'pending' });
  }
  if (name === 'TaskUpdate' && result.success !== false) {
    const id = identifier(result.taskId) ?? identifier(given.taskId);
    if (id === undefined) return undefined;
    const item: Partial<TodoItem> = { id };
    const subject = string(given.subject);
    if (subject !== undefined) item.text = subject;
    const status = statusOf(object(result.statusChange).to) ?? statusOf(given.status);
    if (status !== undefined) item.status = status;
    return item.text === undefined && item.status === undefined ? undefined : patch(item);
  }
  return undefined;
}

function patch(item: Partial<TodoItem>): Todos {
  return { type: 'todos', mode: 'patch', items: [item] };
}

/** Items without an id of their own get their place in the list, from 1. */
function wholeList(list: unknown[]): Partial<TodoItem>[] {
  return list.map(object).map((entry, index) => ({
    id: identifier(entry.id) ?? String(index + 1),
    text: string(entry.content) ?? string(entry.subject) ?? '',
    status: statusOf(entry.status) ?? 'pending',
  }));
}

function statusOf(value: unknown): TodoStatus | undefined {
  return typeof value === 'string' && statuses.has(value) ? (value as TodoStatus) : undefined;
}

function identifier(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : string(value);
}

function string(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function object(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
