import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Rig } from './rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => {
  vi.useRealTimers();
  rig.remove();
});

interface Row {
  content: string;
  status: string;
}

let calls = 0;

function wholeList(todos: Row[]): void {
  calls += 1;
  rig.callRows(
    `toolu_w${calls}`,
    'TodoWrite',
    { todos },
    { text: 'Todos have been modified', structured: { oldTodos: [], newTodos: todos } },
  );
}

function create(id: number, subject: string): void {
  calls += 1;
  rig.callRows(
    `toolu_c${calls}`,
    'TaskCreate',
    { subject },
    {
      text: `Task #${id} created successfully: ${subject}`,
      structured: { task: { id: String(id), subject } },
    },
  );
}

function update(id: string, status: string, success = true): void {
  calls += 1;
  rig.callRows(
    `toolu_u${calls}`,
    'TaskUpdate',
    { taskId: id, status },
    {
      text: success ? `Updated task #${id} status` : 'Task not found',
      structured: { success, taskId: id, updatedFields: ['status'] },
    },
  );
}

/** The lines of the todo section in what the agent is told. */
async function told(): Promise<string[]> {
  const { context } = await rig.compact();
  const from = context.indexOf('Todo list as it stood:');
  if (from < 0) return [];
  return context
    .slice(from)
    .split('\n\n')[0]!
    .split('\n')
    .slice(1)
    .filter((line) => line !== '');
}

describe('the todo list after a compaction', () => {
  it('is the replayed final state, word for word, with what was in progress to be verified [case 13]', async () => {
    rig.userRow('Do it.');
    wholeList([
      { content: 'old one', status: 'in_progress' },
      { content: 'old two', status: 'pending' },
    ]);
    wholeList([]);
    for (let id = 1; id <= 20; id += 1) create(id, `Task ${id}: wire “part ${id}”`);
    for (let id = 1; id <= 12; id += 1) update(String(id), 'completed');
    update('13', 'in_progress');
    update('14', 'deleted');
    update('99', 'in_progress');
    update('15', 'completed', false);
    expect(await told()).toEqual([
      '- [in_progress at compaction: verify] Task 13: wire “part 13”',
      ...[15, 16, 17, 18, 19, 20].map((id) => `- [pending] Task ${id}: wire “part ${id}”`),
      '- (12 completed)',
    ]);
  });

  it('lasts over two boundaries with repeated rows, and nothing that was completed comes back [case 13]', async () => {
    rig.userRow('Do it.');
    for (let id = 1; id <= 5; id += 1) create(id, `Task ${id}`);
    update('1', 'in_progress');
    expect(await told()).toHaveLength(5);
    rig.boundaryRows('B1');
    rig.repeatRows();
    update('1', 'completed');
    update('2', 'in_progress');
    expect(await told()).toEqual([
      '- [in_progress at compaction: verify] Task 2',
      '- [pending] Task 3',
      '- [pending] Task 4',
      '- [pending] Task 5',
      '- (1 completed)',
    ]);
    rig.boundaryRows('B2');
    rig.repeatRows();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    expect((await told())[0]).toBe('- [in_progress at compaction: verify] Task 2');
  });

  it('a whole list replaces all that was before it, and an unknown status counts as pending [case 13]', async () => {
    rig.userRow('Do it.');
    create(1, 'from before');
    wholeList([
      { content: 'first', status: 'completed' },
      { content: 'second', status: 'in_progress' },
      { content: 'third', status: 'someday' },
    ]);
    expect(await told()).toEqual([
      '- [in_progress at compaction: verify] second',
      '- [pending] third',
      '- (1 completed)',
    ]);
  });

  it('a list that is all done is not told [case 13]', async () => {
    rig.userRow('Do it.');
    wholeList([{ content: 'first', status: 'completed' }]);
    expect(await told()).toEqual([]);
  });
});
