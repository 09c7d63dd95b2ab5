import type { PlanState } from '../../core/brief/recovery-steps.ts';
import { renderStateLine } from '../../core/brief/state-line.ts';
import { renderWarning } from '../../core/brief/warning.ts';
import { stepLine } from '../../core/brief/workflow-step.ts';
import type { HostEvent } from '../../core/event.ts';
import { fingerprint } from '../../core/hash.ts';
import { clearedNotice } from '../../core/recovery/cleared.ts';
import { needsBrief } from '../../core/recovery/delivery.ts';
import type { Recovery } from '../../core/recovery/recovery.ts';
import { lastRecovery } from '../../core/recovery/session-state.ts';
import type { ActiveTask } from '../../core/task/task.ts';
import type { GitState } from '../ports.ts';
import { rememberRole, sendBrief } from './arm.ts';
import { armUnannounced } from './arm-unannounced.ts';
import { broughtUpBy, tellBroughtUp } from './bring-up.ts';
import type { HookContext } from './context.ts';
import type { Draft } from './draft.ts';
import { add, agentOf, openRecovery } from './draft.ts';
import { nothingToTell } from './glance.ts';
import { lookSince } from './look-since.ts';
import { takeLoss } from './loss.ts';
import { mayBringUp } from './may-bring-up.ts';
import { settle } from './settle.ts';
import { settleLost } from './settle-lost.ts';
import type { Source } from './source.ts';
import { gatherLean, isStated } from './source.ts';
import { stopsUnrecorded } from './unrecorded-course.ts';

type Event = HostEvent & { type: 'prompt.submitted' };

const between = '\n\n';

/**
 * A prompt: the state line where a task is explicit or a plan approved, and the step of a workflow; before it, at the first prompt
 * after a compaction, the warning, with the brief when that has not arrived.
 */
export async function onPrompt(
  context: HookContext,
  event: Event,
): Promise<(draft: Draft) => void> {
  const found = mayBringUp(context, event)
    ? broughtUpBy(context, event.prompt, context.passages())
    : undefined;
  const stops = context.judgesLater ? undefined : stopsUnrecorded(context, event);
  if (nothingToTell(context)) {
    return (draft) => {
      if (stops !== undefined) add(draft, { kind: 'course', stops });
      const text = found === undefined ? '' : tellBroughtUp(draft, found);
      if (text !== '') draft.replies.push({ type: 'inject', text });
    };
  }
  const last = lastRecovery(context.agent);
  const source = await gatherLean(context, last !== undefined && !last.warned, 'stated');
  return (draft) => {
    const key = event.turnId ?? fingerprint(`${source.followed.tail}\n${event.prompt}`);
    if (agentOf(draft).lastPrompt === key) return;
    if (stops !== undefined) add(draft, { kind: 'course', stops });
    rememberRole(draft, source.followed);
    armUnannounced(draft, source);
    settleLost(draft, source.followed.view);
    const open = openRecovery(draft);
    if (open)
      settle(
        draft,
        open,
        lookSince(draft.context, open.cursor),
        source.followed.path !== undefined,
      );
    const { workflow } = agentOf(draft);
    const lines = [stateLine(draft, source), workflow === undefined ? '' : stepLine(workflow)];
    const line = lines.filter((one) => one !== '').join('\n');
    const old = found === undefined ? '' : between + found.text;
    const before = warningParts(draft, source, line.length + between.length + old.length);
    // Host and model take only so much at once: beside the brief the loss report waits for the next event.
    const loss = before.length > 1 ? '' : takeLoss(draft, 'prompt');
    const brought = found === undefined ? '' : tellBroughtUp(draft, found);
    const cleared = clearedNotice(openRecovery(draft));
    const parts = [...before, cleared, loss, brought, line].filter((part) => part !== '');
    if (parts.length === 0) return;
    add(draft, { kind: 'prompt', key });
    draft.replies.push({ type: 'inject', text: parts.join(between) });
  };
}

/** The warning, and with it the brief where that has not arrived; `beside`: characters that follow. */
function warningParts(draft: Draft, source: Source, beside: number): string[] {
  const recovery = lastRecovery(agentOf(draft));
  if (recovery === undefined || recovery.warned) return [];
  add(draft, { kind: 'warned', recovery: recovery.id });
  const task = source.tasks.none ? undefined : source.tasks.task;
  const open = openRecovery(draft);
  if (open === undefined || !needsBrief(open)) return [renderWarning(task, true)];
  const longest = Math.max(
    ...(['unread', 'here', 'missing'] as const).map(
      (plan) => renderWarning(task, false, plan).length,
    ),
  );
  const others = longest + between.length + beside;
  const brief = sendBrief(draft, open, source, 'prompt', { beside: others, turn: 'prompted' });
  return [renderWarning(task, false, planState(open, task)), brief];
}

/** Whether the brief that was just made holds the task's document. */
function planState(
  { obligations, missing, briefs }: Recovery,
  task: ActiveTask | undefined,
): PlanState {
  if (task === undefined) return 'unread';
  if (missing.includes(task.path)) return 'missing';
  const isOwn = obligations.some(({ path }) => path === task.path);
  return isOwn && briefs.at(-1)?.inlined?.includes(task.path) ? 'here' : 'unread';
}

function stateLine({ context }: Draft, { tasks, snapshot, git }: Source): string {
  if (tasks.none || !isStated(tasks)) return '';
  const { project } = context.tasks;
  const changed = git && changedBelow(git, project);
  return renderStateLine(context.event.sessionId, tasks.task, snapshot, { project, changed });
}

/** How many changed files lie in the project, which may be a folder of the work tree. */
function changedBelow({ top, changed }: GitState, project: string | undefined): number {
  if (project === undefined || !project.startsWith(`${top}/`)) return changed.length;
  const below = `${project.slice(top.length + 1)}/`;
  // Of a new folder git names the folder alone.
  const isBelow = (path: string): boolean =>
    path.startsWith(below) || (path.endsWith('/') && below.startsWith(path));
  return changed.filter(({ path }) => isBelow(path)).length;
}
