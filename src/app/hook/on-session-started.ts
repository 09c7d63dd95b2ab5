import { stepPart } from '../../core/brief/workflow-step.ts';
import type { HostEvent } from '../../core/event.ts';
import { triggerOf } from '../../core/hook-payload.ts';
import { judgeClaim } from '../../core/recovery/arm.ts';
import { isOwed } from '../../core/recovery/recovery.ts';
import { compactionsOf } from '../../core/recovery/session-state.ts';
import type { SessionRole } from '../../core/role/role.ts';
import { whyUnreadable } from '../task/unreadable.ts';
import { arm, isComposed, sendBrief } from './arm.ts';
import { armUnannounced } from './arm-unannounced.ts';
import type { HookContext } from './context.ts';
import type { Draft } from './draft.ts';
import { add, agentOf, openRecovery } from './draft.ts';
import { lookSince } from './look-since.ts';
import { wasMidTurn } from './mid-turn.ts';
import { settle } from './settle.ts';
import { settleLost } from './settle-lost.ts';
import type { Source } from './source.ts';
import { gatherSource } from './source.ts';
import { isSubagentsOwn } from './subagent-boundary.ts';
import { boundaryAtHand, unannounced } from './unannounced.ts';

type Event = HostEvent & { type: 'session.started' };

/** A recovery ends after a day, so a watch file of that age belongs to a session that died. */
const deadAfterMs = 24 * 3_600_000;

/** A session begins, comes back, or goes on behind a compaction. */
export async function onSessionStarted(
  context: HookContext,
  event: Event,
): Promise<(draft: Draft) => void> {
  if (event.source === 'compact') return onCompacted(context, event);
  if (event.source === 'startup' || event.source === 'clear' || event.source === 'unknown') {
    return (draft) => onFresh(draft, event);
  }
  const source = await gatherSource(context);
  return (draft) => onResumed(draft, event, source);
}

async function onCompacted(context: HookContext, event: Event): Promise<(draft: Draft) => void> {
  const source = await gatherSource(context);
  if (isKnown(context, source)) return (draft) => onResumed(draft, event, source);
  const subagents = event.agentId === undefined && isSubagentsOwn(context, source.followed);
  return (draft) => {
    if (subagents) {
      add(draft, { kind: 'pointer', what: 'a compaction without agent id belongs to a subagent' });
      return;
    }
    const agent = agentOf(draft);
    const claim = judgeClaim(agent, {
      by: 'session-start',
      tail: source.followed.tail,
      nowMs: context.nowMs,
    });
    if (claim === 'repeat') return;
    const recovery =
      claim === 'same'
        ? openRecovery(draft)
        : arm(draft, source, {
            by: 'session-start',
            trigger: triggerOf(agent.expected?.trigger),
            boundary: boundaryAtHand(agent, source.followed.view),
            midTurn: wasMidTurn(source, triggerOf(agent.expected?.trigger)),
          });
    if (recovery === undefined || isComposed(recovery) || !tells(draft, event)) return;
    draft.replies.push({
      type: 'inject',
      text: sendBrief(draft, recovery, source, 'session start'),
    });
  };
}

/** True where a session that a compaction began is only opened once more: the record, which tells of each, shows none that is new. */
function isKnown({ agent, host }: HookContext, { followed }: Source): boolean {
  if (host.capabilities.announcement !== 'watch' || compactionsOf(agent).length === 0) return false;
  return agent.expected === undefined && unannounced(agent, followed.view).length === 0;
}

/** False where a text would come too late or be lost: then the next event that can tells it. */
function tells(draft: Draft, event: Event): boolean {
  return draft.context.host.capabilities.tellsAtStart.includes(event.source);
}

/** A new conversation gets one line where the project's task was set by a person, and never a gate. */
function onFresh(draft: Draft, event: Event): void {
  const { context } = draft;
  const open = openRecovery(draft);
  if (open) add(draft, { kind: 'released', recovery: open.id, why: 'superseded' });
  sessionEntry(draft, event);
  context.store.dropStaleWatches(deadAfterMs);
  const notice = context.untrustedNotice();
  if (notice !== undefined) draft.replies.push({ type: 'notify', text: notice });
  const task = context.tasks.explicit();
  if (task === undefined || event.source === 'unknown' || !tells(draft, event)) return;
  const { role } = agentOf(draft);
  if (role?.role === 'worker' || role?.role === 'handler') {
    draft.replies.push({ type: 'inject', text: launchedText(role) });
    return;
  }
  draft.replies.push({ type: 'inject', text: taskText(draft, event, task) });
}

/** What a new conversation is told of the task that a person set. */
function taskText(draft: Draft, event: Event, task: string): string {
  const unreadable = unreadableTask(draft, task);
  const status = `\`${draft.context.program} status\``;
  if (event.source !== 'clear')
    return unreadable ?? `Holdfast: the task here is ${nameFrom(event.cwd, task)}. Read it first.`;
  return unreadable === undefined
    ? `Holdfast: the conversation was cleared. The task of this project is ${task}; earlier facts: ${status}.`
    : `${unreadable} The conversation was cleared; earlier facts: ${status}.`;
}

/** What is told instead of the task where its document is gone, or cannot be read. */
function unreadableTask({ context }: Draft, task: string): string | undefined {
  const why = whyUnreadable(context.files, task);
  if (why === undefined) return undefined;
  const name = nameFrom(context.event.cwd, task);
  return `Holdfast: the task here is set to ${name}, which cannot be read: ${why}. Ask the user which task this is.`;
}

/** A path as short as the agent can read it: from its own folder, where it lies below. */
function nameFrom(cwd: string | undefined, path: string): string {
  return cwd !== undefined && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
}

function launchedText({ role, ticket }: SessionRole): string {
  return role === 'worker'
    ? `Holdfast: this session is the worker of the ticket ${ticket}. Read it first; write each step done as a line under its Progress, and its Result at the end.`
    : `Holdfast: this session is a handler, and ${ticket} is its contract. Read it first.`;
}

/** A session that comes back gets its brief when its recovery never finished. */
function onResumed(draft: Draft, event: Event, source: Source): void {
  const { followed } = source;
  sessionEntry(draft, event);
  armUnannounced(draft, source);
  settleLost(draft, followed.view);
  if (!tells(draft, event)) return;
  const open = openRecovery(draft);
  if (open) {
    settle(draft, open, lookSince(draft.context, open.cursor), followed.path !== undefined);
    const still = openRecovery(draft);
    if (still && (isOwed(still) || still.delivered === undefined)) {
      draft.replies.push({ type: 'inject', text: sendBrief(draft, still, source, 'resume') });
      return;
    }
  }
  const { workflow } = agentOf(draft);
  const task = open ? undefined : draft.context.tasks.explicit();
  const told = [
    ...(task === undefined
      ? []
      : [unreadableTask(draft, task) ?? `Holdfast: the task of this project is ${task}.`]),
    ...(workflow === undefined ? [] : [`Holdfast: ${stepPart(source.step ?? workflow).trim()}`]),
  ];
  if (told.length > 0) draft.replies.push({ type: 'inject', text: told.join('\n') });
}

/** A session that begins, and the ticket that a person made its project's task: its edits are looked at. */
function sessionEntry(draft: Draft, event: Event): void {
  const { project } = draft.context.tasks;
  add(draft, {
    kind: 'session',
    source: event.source,
    cwd: event.cwd,
    record: event.transcriptPath,
    project,
    inode: project === undefined ? undefined : draft.context.files.stat(project)?.inode,
  });
  const task = draft.context.tasks.explicit();
  const guarded = agentOf(draft).guarded ?? [];
  if (event.agentId !== undefined || task === undefined || guarded.includes(task)) return;
  if (/\/\.holdfast\/tickets\/[^/]+\.md$/i.test(task)) add(draft, { kind: 'guard', path: task });
}
