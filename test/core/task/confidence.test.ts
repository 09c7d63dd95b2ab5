import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TaskReference } from '../../../src/core/snapshot/snapshot.ts';
import {
  confidenceOf,
  describeCandidate,
  rankTasks,
  recency,
} from '../../../src/core/task/confidence.ts';
import { ownerFinder } from '../../../src/core/task/owner.ts';

const ref = (path: string, kind: TaskReference['kind'], index: number): TaskReference => ({
  path,
  kind,
  index,
  tool: kind,
});
const itself = (path: string) => (path.endsWith('.md') ? { path, direct: true } : undefined);

describe('the confidence chain', () => {
  test('[R14] weighs each call by its tool', () => {
    const score = (kind: TaskReference['kind']) =>
      rankTasks([ref('a.md', kind, 0)], 10, itself)[0]?.score;
    expect(score('write')).toBe(1.5);
    expect(score('edit')).toBe(1.5);
    expect(score('skill')).toBe(1.2);
    expect(score('read')).toBe(1);
    expect(score('shell')).toBe(0.8);
    expect(score('search')).toBe(0.7);
  });

  test('[R14] counts the last fifth of the calls twice and the second half one and a half times', () => {
    const places = Array.from({ length: 10 }, (_, index) => recency(index, 10));
    expect(places).toEqual([1, 1, 1, 1, 1, 1.5, 1.5, 1.5, 2, 2]);
  });

  test('[R14] gives half a point for each further reference', () => {
    const [found] = rankTasks(
      [ref('a.md', 'read', 0), ref('a.md', 'read', 1), ref('a.md', 'read', 2)],
      10,
      itself,
    );
    expect(found?.score).toBe(4);
  });

  test('[R15] is high from 5 and medium from 2', () => {
    expect([0, 1.9, 2, 4.9, 5].map(confidenceOf)).toEqual([
      'unknown',
      'low',
      'medium',
      'medium',
      'high',
    ]);
  });

  test('[R14] keeps the last calls as evidence that a person can read', () => {
    const all = Array.from({ length: 8 }, (_, index) => ref('/p/PLAN.md', 'edit', index));
    const [found] = rankTasks(all, 8, itself);
    expect(found?.evidence.map((each) => each.index)).toEqual([3, 4, 5, 6, 7]);
    expect(describeCandidate(found!)).toBe(
      'score 20 (high) from 8 calls, the last: edit PLAN.md (call 4), edit PLAN.md (call 5), ' +
        'edit PLAN.md (call 6), edit PLAN.md (call 7), edit PLAN.md (call 8)',
    );
  });

  test('ranks the same whatever the order of the references', () => {
    const references = [
      ref('a.md', 'read', 1),
      ref('b.md', 'write', 5),
      ref('a.md', 'edit', 8),
      ref('c.md', 'search', 9),
      ref('b.md', 'read', 2),
    ];
    const expected = rankTasks(references, 10, itself);
    fc.assert(
      fc.property(fc.shuffledSubarray(references, { minLength: 5 }), (shuffled) => {
        expect(rankTasks(shuffled, 10, itself)).toEqual(expected);
      }),
    );
  });
});

describe('the task document that a path speaks for', () => {
  const finder = (paths: string[], listed: string[] = []) =>
    ownerFinder({
      root: '/p',
      plansFolder: '/home/u/plans',
      taskFiles: ['/p/docs/road.md'],
      exists: (path) => paths.includes(path),
      listed: () => listed,
    });

  test('[R14] is the manifest of the nearest folder above, or of its planning folder', () => {
    const own = finder(['/p/02-projects/x/01-planning/_resume.md', '/p/02-projects/y/_resume.md']);
    const x = '/p/02-projects/x/01-planning/_resume.md';
    expect(own('/p/02-projects/x/03-working/deep/x.py')?.path).toBe(x);
    expect(own('/p/02-projects/x/01-planning/plan.md')?.path).toBe(x);
    expect(own('/p/02-projects/x')?.path).toBe(x);
    expect(own('/p/02-projects/y/a.ts')?.path).toBe('/p/02-projects/y/_resume.md');
    expect(own('/p/src/a.ts')).toBeUndefined();
  });

  test('is the file itself for plans, tickets, manifests, the plans folder and configured files', () => {
    const own = finder(['/p/sub/_resume.md']);
    for (const path of [
      '/p/PLAN.md',
      '/p/sub/tickets/a.md',
      '/p/sub/_resume.md',
      '/home/u/plans/fox.md',
      '/p/docs/road.md',
    ]) {
      expect(own(path)).toMatchObject({ path, direct: true });
    }
    expect(own('/etc/PLAN.md')).toBeUndefined();
    expect(own('/p/README.md')).toBeUndefined();
  });

  test('is a manifest at the top of the project only when something refers to it directly', () => {
    const own = finder(['/p/_resume.md'], ['/p/src/listed.ts']);
    const edits = [1, 2, 3, 4].map((index) => ref('/p/src/a.ts', 'edit', index));
    expect(rankTasks(edits, 5, own)).toEqual([]);
    expect(rankTasks([...edits, ref('/p/_resume.md', 'read', 0)], 5, own)[0]?.references).toBe(5);
    expect(rankTasks([...edits, ref('/p/src/listed.ts', 'read', 0)], 5, own)[0]?.path).toBe(
      '/p/_resume.md',
    );
  });
});
