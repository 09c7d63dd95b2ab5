import { isRecord, text } from '../cases/rows.ts';
import type { Done } from './calls.ts';
import type { Fact } from './fact.ts';
import { toolRole } from './known-tools.ts';
import { words } from './matcher.ts';

export interface TodoTruth {
  id: string;
  text: string;
  status: string;
  line: number;
}

/** The todo list as the host's tools left it: whole lists, or single tasks that were made and changed. */
export function todoTruth(done: readonly Done[]): TodoTruth[] {
  let items = new Map<string, TodoTruth>();
  for (const { call, result, line } of done) {
    if (result.failed) continue;
    if (toolRole(call.tool) === 'todo' && Array.isArray(call.input.todos)) {
      const before = items;
      items = new Map();
      for (const todo of call.input.todos.filter(isRecord)) {
        const said = text(todo.content);
        items.set(said, { id: said, text: said, status: text(todo.status), line });
      }
      for (const [id, old] of before) {
        if (!items.has(id)) items.set(id, { ...old, status: 'dropped' });
      }
    } else if (call.tool === 'TaskCreate') {
      const id = /#(\d+)/.exec(result.text)?.[1];
      if (id) items.set(id, { id, text: text(call.input.subject), status: 'pending', line });
    } else if (call.tool === 'TaskUpdate') {
      const known = items.get(text(call.input.taskId));
      if (known && text(call.input.status))
        Object.assign(known, { status: text(call.input.status), line });
    }
  }
  return [...items.values()];
}

/** Open items are true; those that were finished or dropped are stale. */
export function todoFacts(todos: readonly TodoTruth[], segment: number): Fact[] {
  return todos.map(({ id, text: said, status, line }) => ({
    id: `todo.open ${id}`,
    kind: 'todo.open',
    value: said,
    match: words(said, 0.7, 40),
    state: status === 'pending' || status === 'in_progress' ? 'true_at_boundary' : 'stale',
    source: 'host-record',
    line,
    segment,
  }));
}
