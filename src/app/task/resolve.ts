import { clip } from '../../core/task/lines.ts';

import type { ActiveTask } from '../../core/task/task.ts';
import { approvalOf } from './approval.ts';
import type { Link, TaskQuestion, TaskResolution } from './resolution.ts';
import { resolveAcceptedPlan } from './resolve-accepted-plan.ts';
import { resolveByCalls } from './resolve-by-calls.ts';
import { resolveByConvention } from './resolve-by-convention.ts';
import { resolveExplicit, resolveLastKnown } from './resolve-named.ts';
import { resolvePrecompact } from './resolve-precompact.ts';

/**
 * Finds the session's task: what a person named, else the plan accepted in the session, else what the tool
 * calls speak for, else the task last known, else files by convention, which are only shown. Whatever goes
 * wrong ends in one sentence in `notes` and never in an error.
 */
export function resolveTask(question: TaskQuestion): TaskResolution {
  try {
    return followChain(question);
  } catch (error) {
    const why = error instanceof Error ? clip(error.message, 200) : 'unknown fault';
    return { none: true, notes: [`The task of this session could not be worked out: ${why}.`] };
  }
}

function followChain(question: TaskQuestion): TaskResolution {
  const discover = question.discover !== false;
  const links = [
    resolveExplicit,
    resolveAcceptedPlan,
    ...(discover ? [byCallsOrState, resolveLastKnown, resolveByConvention] : []),
  ];
  const notes: string[] = [];
  let shown: ActiveTask | undefined;
  for (const link of links) {
    if (shown && link === resolveByConvention) break;
    const found = link(question);
    for (const note of found.notes) if (!notes.includes(note)) notes.push(note);
    if (found.task)
      return {
        none: false,
        task: withApproval(found.task, question),
        notes: withMissing(notes, found.task),
      };
    shown ??= found.shown;
  }
  if (notes.length === 0 && !shown) notes.push('No task document is known for this session.');
  return { none: true, shown, notes };
}

/**
 * What the calls of this session surely speak for, else what a project's own tools wrote down for this compaction, which another
 * session may have been; where both name the same it is the surer of the two.
 */
function byCallsOrState(question: TaskQuestion): Link {
  const byCalls = resolveByCalls(question);
  const byState = resolvePrecompact(question);
  const notes = [...byCalls.notes, ...byState.notes.filter((one) => !byCalls.notes.includes(one))];
  const [called, stated] = [byCalls.task, byState.task];
  if (stated === undefined || called?.confidence === 'high') {
    if (called && stated && called.path !== stated.path)
      notes.push(
        `${stated.reason.replace(' names it.', '')} names another project: ${stated.path}.`,
      );
    return { ...byCalls, ...(called ? {} : { shown: byCalls.shown ?? byState.shown }), notes };
  }
  return { task: stated, notes };
}

/** A task that is the very plan a person accepted carries that approval, however it was found. */
function withApproval(task: ActiveTask, question: TaskQuestion): ActiveTask {
  const plan = question.acceptedPlans?.at(-1);
  if (task.approval || !plan?.path || question.files.realPath(plan.path) !== task.path) return task;
  return { ...task, approval: approvalOf(plan.text, plan.time) };
}

function withMissing(notes: string[], task: ActiveTask): string[] {
  if (task.missing.length === 0) return notes;
  const names = task.missing.slice(0, 5).map((name) => clip(name, 120));
  const more = task.missing.length > 5 ? ` and ${task.missing.length - 5} more` : '';
  const verb = task.missing.length === 1 ? 'does' : 'do';
  return [
    ...notes,
    `${names.join(', ')}${more} ${verb} not exist: stop and ask the user about it.`,
  ];
}
