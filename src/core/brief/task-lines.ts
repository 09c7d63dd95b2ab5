import type { ActiveTask } from '../task/task.ts';
import { clip } from '../trust/clip.ts';
import { untrusted } from '../trust/untrusted.ts';
import type { BriefInput } from './input.ts';

/** What the work is, where it stands and what comes next; the most needed lines first. */
export function taskLines(input: BriefInput): string[] {
  const lines: string[] = [''];
  const { task } = input;
  if (task) lines.push(...activeTaskLines(task));
  else if (input.shownTask) lines.push(shownTaskLine(input.shownTask));
  lines.push(...placeLines(input));
  const next = nextLine(input);
  if (next) lines.push(next);
  for (const note of input.taskNotes) lines.push(`Note: ${clip(untrusted(note, 200), 200)}`);
  return lines.length > 1 ? lines : [];
}

function activeTaskLines(task: ActiveTask): string[] {
  const { document } = task;
  const title = document.title ? `: ${untrusted(document.title, 100)}` : '';
  const lines = [`Task${title} (${task.path})`];
  const parts = [
    part('objective', document.objective, 160),
    part('phase', document.phase, 60),
    part('section', document.section, 60),
    part('step', document.step, 140),
    part('progress', document.progress, 60),
  ].filter((one) => one !== '');
  if (parts.length > 0) lines.push(parts.join('; '));
  if (document.nextAction) lines.push(`Next action: ${untrusted(document.nextAction, 200)}`);
  lines.push(approvalLine(task));
  if (task.confidence === 'medium') {
    lines.push(
      `Found by ${task.reason}; confidence medium: tell the user that you take this as the task.`,
    );
  }
  return lines.filter((line) => line !== '');
}

function approvalLine(task: ActiveTask): string {
  if (task.approval) {
    const when = task.approval.time ? ` at ${task.approval.time}` : '';
    return `Approved by the user${when}: ${untrusted(task.approval.what, 120)}. Only that.`;
  }
  return task.document.source === 'plan' && task.method !== 'explicit'
    ? 'No approval of this plan by the user is on record.'
    : '';
}

function part(name: string, value: string | undefined, limit: number): string {
  return value ? `${name}: ${untrusted(value, limit)}` : '';
}

function shownTaskLine(task: ActiveTask): string {
  return `Perhaps related (unsure, not acted on): ${task.path}`;
}

function placeLines(input: BriefInput): string[] {
  const { cwd, branch, linked } = input.place;
  if (!cwd || (!branch && !linked)) return [];
  const where = branch ? `${cwd} on branch ${untrusted(branch, 80)}` : cwd;
  return [
    linked
      ? `You work in the worktree ${where}; edit there, not in the main checkout.`
      : `You work in ${where}.`,
  ];
}

function nextLine(input: BriefInput): string {
  const { summary } = input.snapshot;
  if (summary.planMode) return 'Plan mode was on: planning, no changes, until the user leaves it.';
  if (input.number === 0) return '';
  if (summary.midTurn) {
    const step = input.task?.document.nextAction ?? input.task?.document.step;
    return step
      ? `The work was interrupted in the middle: continue with "${untrusted(step, 140)}".`
      : 'The work was interrupted in the middle: continue where it stopped.';
  }
  return 'The last turn had ended: wait for the user.';
}
