import { expect, it } from 'vitest';
import {
  mainCheckout,
  mayAskAboutPlanMode,
  pathInWorktree,
  planModeAsked,
} from '../../../src/core/recovery/doubts.ts';
import { openRecoveryWith } from './recoveries.ts';

it('plan mode is asked about once, where the session was in it', () => {
  const may = (planMode: boolean, callIds: string[]) =>
    mayAskAboutPlanMode(openRecoveryWith([], { planMode, callIds }));
  expect([may(true, []), may(true, ['x']), may(true, [planModeAsked]), may(false, [])]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

it('a file of the checkout is told by its place in the work tree', () => {
  const of = (path: string, worktree = '/w/tree') => pathInWorktree(path, worktree, '/w/main');
  expect(of('/w/main/src/a.ts')).toBe('/w/tree/src/a.ts');
  expect([of('/w/main'), of('/w/mainly/a.ts'), of('/x/a.ts')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  // A work tree that lies in the checkout.
  expect(of('/w/main/trees/t/a.ts', '/w/main/trees/t')).toBeUndefined();
  expect(of('/w/main/trees/tt/a.ts', '/w/main/trees/t')).toBe('/w/main/trees/t/trees/tt/a.ts');
});

it('the checkout is known by the file of a linked work tree, and by nothing else', () => {
  expect(mainCheckout('gitdir: /w/main/.git/worktrees/tree\n')).toBe('/w/main');
  expect(mainCheckout('gitdir: /a/.git/worktrees/b/.git/worktrees/c')).toBe('/a/.git/worktrees/b');
  for (const text of [
    '',
    'gitdir: w/main/.git/worktrees/tree',
    'x gitdir: /w/main/.git/worktrees/tree',
    'gitdir: /w/main/.git/modules/sub',
    'gitdir: /w/main/.git/worktrees/',
    'gitdir: /w/main/.git/worktrees/a/b',
    'gitdir: /w/main/.git/worktrees/tree\nmore',
    'gitdir: /.git/worktrees/tree',
  ])
    expect(mainCheckout(text), text).toBeUndefined();
});
