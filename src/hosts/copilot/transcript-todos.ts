import type { ConversationItem, TodoStatus } from '../../core/conversation.ts';
import { type Fields, textOf } from '../../core/rows/fields.ts';

type Todos = Pick<Extract<ConversationItem, { type: 'todos' }>, 'type' | 'mode' | 'items'>;

const box = /^\s*(?:[-*+]|\d+[.)])\s+\[([ xX~/>-])\]\s(.+)$/;

/** The whole list that `update_todo` set: a Markdown list with boxes. Items have no ids: each gets its place, from 1. */
export function todosOf(input: Fields): Todos | undefined {
  const list = textOf(input.todos);
  if (list === undefined) return undefined;
  const items: Todos['items'] = [];
  for (const line of list.split('\n')) {
    const found = box.exec(line);
    if (found === null) continue;
    items.push({
      id: String(items.length + 1),
      text: found[2]!.trim(),
      status: statusOf(found[1]!),
    });
  }
  return { type: 'todos', mode: 'replace', items };
}

function statusOf(mark: string): TodoStatus {
  if (mark === ' ') return 'pending';
  if (mark === '-') return 'deleted';
  return mark.toLowerCase() === 'x' ? 'completed' : 'in_progress';
}
