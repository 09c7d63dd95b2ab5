import type { Recovery } from './recovery.ts';

/** Id under which it is kept that the question about plan mode was asked, or needs no asking any more. */
export const planModeAsked = 'plan-mode';

/** True while the person may still have to be asked whether plan mode was meant to end. */
export function mayAskAboutPlanMode(recovery: Recovery): boolean {
  return recovery.planMode && !recovery.callIds.includes(planModeAsked);
}

/** Where an edit was meant to go when it names a file of the main checkout that the work tree has too. */
export function pathInWorktree(
  path: string,
  worktree: string,
  checkout: string,
): string | undefined {
  if (!path.startsWith(`${checkout}/`) || path.startsWith(`${worktree}/`)) return undefined;
  return `${worktree}/${path.slice(checkout.length + 1)}`;
}

/** The main checkout by the `.git` file of a linked work tree; undefined for anything else. */
export function mainCheckout(gitFile: string): string | undefined {
  const place = /^gitdir: (\/.*)$/.exec(gitFile.trimEnd())?.[1] ?? '';
  const at = place.lastIndexOf('/.git/worktrees/');
  const name = place.slice(at + '/.git/worktrees/'.length);
  return at > 0 && name !== '' && !name.includes('/') ? place.slice(0, at) : undefined;
}
