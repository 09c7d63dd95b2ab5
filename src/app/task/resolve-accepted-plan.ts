import { closedBy } from '../../core/task/closed.ts';
import { relativeTo } from '../../core/task/path.ts';
import { parsePlan } from '../../core/task/plan.ts';
import { redact } from '../../core/trust/redact.ts';
import { allowedFolders } from './allowed-folders.ts';
import { approvalOf } from './approval.ts';
import { buildTask, readDocument } from './build-task.ts';
import { fileInside } from './locate.ts';
import type { AcceptedPlan, Link, TaskQuestion } from './resolution.ts';

/**
 * The plan that a person accepted last in this session, and only that one: an older one is superseded. Its
 * file counts where there is one; without it the text as it was accepted does, and there is nothing to re-read.
 */
export function resolveAcceptedPlan(question: TaskQuestion): Link {
  const plan = question.acceptedPlans?.at(-1);
  if (!plan) return { notes: [] };
  const path = plan.path && fileInside(question.files, plan.path, allowedFolders(question));
  if (!path) return planWithoutFile(question, plan);
  const read = readDocument(question, path);
  const document = read && { ...read, source: 'plan' as const };
  if (!document) return planWithoutFile(question, plan);
  const shownPath = relativeTo(path, question.root);
  const closed = closedBy(document);
  if (closed) return { notes: [`The accepted plan, ${shownPath}, is closed (${closed}).`] };
  return { task: buildTask(question, path, document, findingOf(plan)), notes: [] };
}

function planWithoutFile(question: TaskQuestion, plan: AcceptedPlan): Link {
  const text = redact(plan.text);
  const document = parsePlan(text, plan.path ?? 'the accepted plan');
  const closed = closedBy(document);
  if (closed) return { notes: [`The accepted plan is closed (${closed}).`] };
  // The text is delivered, so nobody need be asked for the file.
  const notes = plan.path === undefined ? [] : [goneNote(plan.path, question.root)];
  return {
    task: {
      path: '',
      document,
      ...findingOf(plan),
      text,
      required: [],
      missing: [],
    },
    notes,
  };
}

function goneNote(path: string, root: string): string {
  const name = root === '/' ? path : relativeTo(path, root);
  return `${name} is gone: the plan is told from the transcript.`;
}

function findingOf(plan: AcceptedPlan) {
  return {
    confidence: 'high' as const,
    method: 'plan-accepted',
    reason: 'The user accepted this plan in this session.',
    approval: approvalOf(plan.text, plan.time),
  };
}
