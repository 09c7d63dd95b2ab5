import type { ActiveTask } from '../task/task.ts';
import { untrusted, untrustedPath } from '../trust/untrusted.ts';
import { assignedLine } from './assigned.ts';
import type { BriefInput } from './input.ts';
import { leavesPlan, nextLine } from './next-line.ts';
import { roleLine } from './role-line.ts';
import { trackedLine } from './tracked.ts';

/** Lengths of the parts: as they are where there is room, and so that the needed ones fit together where not. */
interface Lengths {
  title: number;
  path: number;
  objective: number;
  short: number;
  step: number;
  next: number;
}

const roomy: Lengths = { title: 100, path: 4096, objective: 160, short: 60, step: 140, next: 200 };
const tight: Lengths = { title: 50, path: 100, objective: 40, short: 24, step: 100, next: 150 };

/**
 * What the work is, where it stands and what comes next, in at most `room` characters. Where all of it does
 * not fit, step and next action come first, and each part is shortened.
 */
export function taskPart(input: BriefInput, room: number): string {
  const whole = block(allLines(input, roomy));
  if (whole.length <= room) return whole;
  const kept: string[] = [];
  for (const line of allLines(input, tight)) {
    if (block([...kept, line]).length <= room) kept.push(line);
  }
  return block(kept);
}

function block(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `\n${lines.join('\n')}\n`;
}

function allLines(input: BriefInput, lengths: Lengths): string[] {
  const given = assignedLine(input);
  const lines = [roleLine(input.role), given, trackedLine(input)].filter((line) => line !== '');
  const { task } = input;
  const next = nextLine(input);
  // What the user said last goes before the plan, in room too.
  if (next && leavesPlan(input.snapshot)) lines.unshift(next);
  if (task) lines.push(...activeTaskLines(task, lengths));
  else if (input.shownTask) lines.push(shownTaskLine(input.shownTask));
  lines.push(...placeLines(input));
  if (next && !leavesPlan(input.snapshot)) lines.push(next);
  for (const note of input.taskNotes) lines.push(`Note: ${untrusted(note, 200)}`);
  return lines;
}

function activeTaskLines(task: ActiveTask, lengths: Lengths): string[] {
  const { document } = task;
  const title = document.title ? `: ${untrusted(document.title, lengths.title)}` : '';
  // A path that is too long here is among the files to read, which are named before.
  const path =
    task.path !== '' && task.path.length <= lengths.path ? ` (${untrustedPath(task.path)})` : '';
  const step = part('step', document.step, lengths.step);
  const parts = [
    part('objective', document.objective, lengths.objective),
    part('phase', document.phase, lengths.short),
    part('section', document.section, lengths.short),
    part('progress', document.progress, lengths.short),
  ].filter((one) => one !== '');
  const lines = [`Task${title}${path}`, step];
  if (document.nextAction) {
    lines.push(`Next action: ${untrusted(document.nextAction, lengths.next)}`);
  }
  if (parts.length > 0) lines.push(parts.join('; '));
  lines.push(approvalLine(task));
  if (task.confidence === 'medium') {
    lines.push(
      `Why this task: ${inSentence(task.reason)}; confidence medium: tell the user that you take this as the task.`,
    );
  }
  return lines.filter((line) => line !== '');
}

/** A reason, which is a sentence, as a part of one. */
function inSentence(reason: string): string {
  return reason.replace(/\.$/, '').replace(/^(?:The|A|It) /, (word) => word.toLowerCase());
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
  return `Perhaps related (unsure, not acted on): ${untrustedPath(task.path)}`;
}

function placeLines(input: BriefInput): string[] {
  const { cwd, branch, linked } = input.place;
  if (!cwd || (!branch && !linked)) return [];
  const where = branch
    ? `${untrustedPath(cwd)} on branch ${untrusted(branch, 80)}`
    : untrustedPath(cwd);
  return [
    linked
      ? `You work in the worktree ${where}; edit there, not in the main checkout.`
      : `You work in ${where}.`,
  ];
}
