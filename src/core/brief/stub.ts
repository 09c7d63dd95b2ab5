import { deliveryMark } from '../recovery/token.ts';
import { clipWords } from '../trust/clip.ts';
import { untrusted, untrustedPath } from '../trust/untrusted.ts';
import { assignedLine } from './assigned.ts';
import type { BriefInput } from './input.ts';
import { leavesPlan, nextLine } from './next-line.ts';
import { recoverySteps } from './recovery-steps.ts';
import { roleLine } from './role-line.ts';
import { rulesOf } from './rules.ts';
import { trackedLine } from './tracked.ts';
import { stepWords } from './workflow-step.ts';

export const stubLimit = 600;

/** The steps of a recovery in one line, its path cut where it is too long for so short a text. */
function stepsLine(input: BriefInput): string[] {
  const { task, missing } = input;
  if (task === undefined) return [];
  const plan = missing.includes(task.path) ? 'missing' : 'unread';
  return [recoverySteps(task, plan, 'below', { path: 160, scope: 0 }).join(' ')];
}

function shortTracked({ id, role }: NonNullable<BriefInput['tracked']>): string {
  return `Task ${untrusted(id, 60)}${role === undefined ? '' : `, you are its ${untrusted(role, 40)}`}.`;
}

/** The brief when compactions follow each other closely: so short that it cannot be the cause of the next. */
export function renderStub(input: BriefInput): string {
  const mark = input.recovery ? `[${deliveryMark(input.recovery)}] ` : '';
  const lines = [
    `${mark}Compactions follow each other closely, so this is short. Avoid large tool outputs.`,
    ...stepsLine(input),
    ...(leavesPlan(input.snapshot) ? [nextLine(input)] : []),
    ...(input.tracked
      ? [shortTracked(input.tracked)]
      : [trackedLine(input)].filter((line) => line !== '')),
    ...stepWords(input.step).slice(0, 2),
    ...(input.assigned ? [assignedLine(input)] : []),
    ...input.files
      .filter(({ path }) => path !== input.task?.path)
      .slice(0, 2)
      .map((file) => `Read ${untrustedPath(file.path)} before any change.`),
    ...(input.role ? [roleLine(input.role)] : []),
    ...input.missing.slice(0, 1).map((path) => `Missing: ${untrustedPath(path)}. Ask the user.`),
    ...(input.rulesPath ? [`Rules of the user: ${input.rulesPath}`] : []),
    ...rulesOf(input).map((rule) => `Rule: "${rule.value}"`),
    ...input.pointers.slice(0, 1),
  ];
  let text = '';
  for (const line of lines) {
    if (text.length + line.length + 1 > stubLimit) continue;
    text += `${line}\n`;
  }
  return clipWords(text, stubLimit);
}
