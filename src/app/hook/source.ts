import type { GitState } from '../ports.ts';
import { afterMove } from '../task/moved.ts';
import type { TaskResolution } from '../task/resolution.ts';
import { isAnnounced } from './announced.ts';
import type { BriefSource } from './brief.ts';
import type { HookContext } from './context.ts';
import { freshStep } from './fresh-step.ts';
import type { Followed } from './record.ts';
import { followRecord } from './record.ts';

export type Source = BriefSource & { followed: Followed };

/** Everything a brief is made from: the record read to its end, the task, and git beside it. */
export async function gatherSource(context: HookContext): Promise<Source> {
  const cwd = context.event.cwd ?? context.tasks.project;
  const asked = cwd === undefined ? undefined : context.git.state(cwd);
  const followed = followRecord(context);
  const tasks =
    context.event.agentId === undefined
      ? context.tasks.find(followed.snapshot, { discover: true })
      : context.tasks.findForSubagent(followed.snapshot);
  const git = await placeState(context, cwd, await asked, workedIn(context, followed));
  const step = await freshStep(context);
  const { snapshot, path: record, unread, view } = followed;
  return { followed, snapshot, tasks, git, record, step, unread, summary: view.summary };
}

/** The folder that the record names last, as it is called now. */
function workedIn({ tasks }: HookContext, { snapshot }: Followed): string | undefined {
  const { cwd } = snapshot.summary;
  return cwd && afterMove(cwd, tasks.moved());
}

/**
 * Git's state where the session worked: the host may be back in the folder that it was started in. Undefined
 * where that is unknown, since another work tree's branch would mislead.
 */
async function placeState(
  context: HookContext,
  cwd: string | undefined,
  found: GitState | undefined,
  worked: string | undefined,
): Promise<GitState | undefined> {
  if (worked === undefined || worked === cwd) return found;
  if (context.files.stat(worked)?.kind !== 'folder') return undefined;
  return context.git.state(worked);
}

/**
 * The same without git and without a search for a task, for events of which most need neither. Everything is
 * gathered all the same when it is `needed`, or when the record shows a compaction that may have to be told.
 */
export async function gatherLean(
  context: HookContext,
  needed: boolean,
  /** Whether git is asked too, where it may matter by the task. */
  asksGit: 'never' | 'stated' = 'never',
): Promise<Source> {
  if (needed || isAnnounced(context, context.agent)) return gatherSource(context);
  const cwd = context.event.cwd ?? context.tasks.project;
  // Beside the reading of the record, where it is already known that it is needed.
  const asked =
    asksGit === 'stated' && cwd !== undefined && mayBeStated(context)
      ? context.git.state(cwd).catch(() => undefined)
      : undefined;
  const followed = followRecord(context);
  if (followed.view.boundaries.length > 0) {
    return gatherSource(context).then((full) => ({ ...full, followed }));
  }
  const tasks = context.tasks.find(followed.snapshot, { discover: false });
  const { snapshot, path: record, unread } = followed;
  const source = { followed, snapshot, tasks, git: undefined, record, unread };
  if (asksGit === 'never' || cwd === undefined || !isStated(tasks)) return source;
  const found = await (asked ?? context.git.state(cwd).catch(() => undefined));
  return { ...source, git: await placeState(context, cwd, found, workedIn(context, followed)) };
}

/** True for a task that a person set or approved: prompts then carry the state of it. */
export function isStated(tasks: TaskResolution): boolean {
  return !tasks.none && (tasks.task.method === 'explicit' || tasks.task.approval !== undefined);
}

/** Whether that is likely, before the record was read. */
function mayBeStated({ tasks, store, event }: HookContext): boolean {
  return tasks.explicit() !== undefined || (store.readFoldHead(event.agentId)?.plans ?? 0) > 0;
}
