import type { ActiveTask, TaskSource } from '../task/task.ts';
import { untrusted, untrustedPath } from '../trust/untrusted.ts';

/** How far the task's document has come to the agent; `listed`: it is to be read, and is named among the files that follow. */
export type PlanState = 'unread' | 'listed' | 'here' | 'missing';

const names: Record<TaskSource, string> = {
  plan: 'plan',
  manifest: 'manifest',
  ticket: 'ticket',
  loop: 'loop document',
  document: 'task document',
};

/**
 * The steps of a recovery, in order, one line each. `where` says where the snapshot stands, seen from the steps; a document that
 * was delivered is not asked for again.
 */
export function recoverySteps(
  task: ActiveTask | undefined,
  plan: PlanState,
  where: 'below' | 'that follows',
  lengths: { path: number; scope: number } = { path: 4096, scope: 120 },
): string[] {
  return [
    `1. ${planStep(task, plan, where, lengths.path)}`,
    '2. Look at `git diff --stat`.',
    `3. Review the files in scope for changes that are already made${scopeOf(task, lengths.scope)}.`,
    `4. Rebuild your position from the snapshot ${where}.`,
  ];
}

function planStep(
  task: ActiveTask | undefined,
  plan: PlanState,
  where: 'below' | 'that follows',
  limit: number,
): string {
  if (task === undefined) return 'Look for the plan or notes that you were working from.';
  const name = names[task.document.source];
  if (task.path === '')
    return `Read the approved ${name}: it has no file, its text stands ${place(where)}.`;
  const path = tail(untrustedPath(task.path), limit);
  if (plan === 'missing') return `The ${name} ${path} is missing: ask the user for it.`;
  if (plan === 'listed') return `Read the ${name}, whole: it is named among the files below.`;
  return plan === 'here'
    ? `Read ${path}, the ${name}: it stands ${place(where)}, whole.`
    : `Read ${path}, the ${name}.`;
}

/** The same in one line, where there is hardly room. */
export function recoveryLine({ document }: ActiveTask, plan: PlanState): string {
  const first = plan === 'here' ? ' below' : '';
  return `Before you go on: the ${names[document.source]}${first}, \`git diff --stat\`, the files in scope, then your position by the snapshot below.`;
}

function place(where: 'below' | 'that follows'): string {
  return where === 'below' ? 'below' : 'in what follows';
}

function scopeOf(task: ActiveTask | undefined, limit: number): string {
  const scope = task?.document.scope ?? [];
  return scope.length === 0 || limit === 0 ? '' : `: ${untrusted(scope.join(', '), limit)}`;
}

function tail(path: string, limit: number): string {
  if (path.length <= limit) return path;
  return `\u2026${path.slice(path.length - limit + 1).replace(/^[\udc00-\udfff]/, '')}`;
}
