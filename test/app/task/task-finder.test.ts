import { describe, expect, test } from 'vitest';
import type { StateStore } from '../../../src/app/task/store.ts';
import { writeSetTask } from '../../../src/app/task/store.ts';
import { createTaskFinder } from '../../../src/app/task/task-finder.ts';
import type { Snapshot, SnapshotSummary } from '../../../src/core/snapshot/snapshot.ts';
import { memoryFiles } from './memory-files.ts';

const empty: SnapshotSummary = {
  boundaries: [],
  calls: 0,
  edits: 0,
  editedFolders: [],
  planMode: false,
  midTurn: false,
  todos: [],
  answers: [],
  acceptedPlans: [],
  taskReferences: [],
  answeredAfterBoundary: false,
};
const snapshot = (summary: Partial<SnapshotSummary> = {}): Snapshot => ({
  facts: [],
  summary: { ...empty, ...summary },
});

function world(tree: Record<string, string>) {
  const texts = new Map<string, string>();
  const state: StateStore = {
    read: (name) => texts.get(name),
    write: (name, text) => void texts.set(name, text),
    remove: (name) => void texts.delete(name),
  };
  const clock = { now: () => new Date(0) };
  const finder = (session: string, project: string | undefined = '/p') =>
    createTaskFinder(
      { files: memoryFiles(tree), clock, state },
      { project, cwd: project, session },
    );
  return { state, finder };
}

const worked = snapshot({
  calls: 3,
  taskReferences: [0, 1, 2].map((index) => ({
    path: '/p/PLAN.md',
    kind: 'edit',
    index,
    tool: 'Edit',
  })),
});

describe('the finder of a session’s task', () => {
  test('[R21] hands a task that was remembered to one later recovery of the same session, and to no other', () => {
    const { finder } = world({ '/p/PLAN.md': '- [ ] a\n' });
    const first = finder('h/a').find(worked, { discover: true });
    if (first.none) throw new Error('the task was not found');
    finder('h/a').remember(first.task);
    expect(finder('h/b').find(snapshot(), { discover: true }).none).toBe(true);
    const again = finder('h/a').find(snapshot(), { discover: true });
    if (again.none) throw new Error('the task was not remembered');
    expect(again.task).toMatchObject({ method: 'last-known', confidence: 'medium' });
    finder('h/a').remember(again.task);
    expect(finder('h/a').find(snapshot(), { discover: true }).none).toBe(true);
  });

  test('looks at what was set or accepted only, when it is not to search', () => {
    const { finder, state } = world({ '/p/PLAN.md': '- [ ] a\n', '/p/b.md': '- [ ] b\n' });
    expect(finder('h/a').find(worked, { discover: false }).none).toBe(true);
    writeSetTask(state, '/p', { path: '/p/b.md', when: '', by: 'person' });
    expect(finder('h/a').explicit()).toBe('/p/b.md');
    expect(finder('h/a').find(worked, { discover: false })).toMatchObject({
      task: { path: '/p/b.md' },
    });
  });
});
