import { holdsFact } from '../../core/brief/holds.ts';
import { type NearCompaction, renderNear, renderNearOrder } from '../../core/brief/notices.ts';
import { isOpen } from '../../core/recovery/recovery.ts';
import { lastRecovery } from '../../core/recovery/session-state.ts';
import { isStanding } from '../../core/snapshot/rule-choices.ts';
import { isInside } from '../../core/task/path.ts';
import type { HookContext } from './context.ts';
import type { Draft } from './draft.ts';
import { add, agentOf } from './draft.ts';
import { nearNow } from './near-now.ts';
import type { Source } from './source.ts';
import { gatherSource } from './source.ts';

/**
 * Tells the user and the agent once in each context window that a compaction is near; undefined where it is not, where nothing tells
 * how full the context is, and where the user wants none of it.
 */
export async function tellNear(
  context: HookContext,
): Promise<((draft: Draft) => void) | undefined> {
  const full = nearNow(context);
  if (full === undefined) return undefined;
  // The decision of the event itself counts on its own reading alone.
  const { keep } = context.reading;
  const source = await gatherSource(context);
  context.reading.keep = keep;
  const near = nearOf(context, source, full);
  return (draft) => {
    if (agentOf(draft).near || isOpen(lastRecovery(agentOf(draft)))) return;
    add(draft, { kind: 'near', full });
    draft.guarded.push(
      { type: 'notify', text: renderNear(near) },
      { type: 'inject', text: renderNearOrder(near, context.program) },
    );
  };
}

function nearOf(context: HookContext, source: Source, full: number): NearCompaction {
  const { snapshot, tasks } = source;
  const { role } = context.agent;
  const plan = tasks.none ? undefined : tasks.task.path || undefined;
  const ticket = role?.role === 'worker' ? role.ticket : undefined;
  const id = ticket?.replace(/^.*[/\\]/, '').replace(/\.md$/i, '');
  const documents = [plan, ticket].flatMap((path) =>
    path === undefined ? [] : [context.files.readText(path) ?? ''],
  );
  return {
    full,
    rules: snapshot.facts.filter(isStanding).length,
    files: unsaved(context, source, documents),
    ...(id === undefined ? {} : { ticket: id }),
    ...(plan === undefined ? {} : { plan }),
  };
}

/** Files that the session changed, that no commit has, as far as git tells, and that no plan names. */
function unsaved(
  { tasks: { project } }: HookContext,
  { snapshot, git, tasks }: Source,
  documents: readonly string[],
): string[] {
  const own = tasks.none ? undefined : tasks.task.path;
  const changed = new Set(git?.changed.map(({ path }) => `${git.top}/${path}`));
  return snapshot.facts
    .filter(({ kind }) => kind === 'file.created' || kind === 'file.modified')
    .filter(({ value }) => value !== own && (git === undefined || isChanged(value, changed)))
    .filter((fact) => !documents.some((text) => holdsFact(text, fact)))
    .map(({ value }) =>
      project !== undefined && isInside(value, project) ? value.slice(project.length + 1) : value,
    );
}

/** Of a new folder git names the folder alone. */
function isChanged(path: string, changed: ReadonlySet<string>): boolean {
  if (changed.has(path)) return true;
  return [...changed].some((one) => one.endsWith('/') && path.startsWith(one));
}
