import { deliveryMark } from '../recovery/token.ts';
import { clip } from '../trust/clip.ts';
import { untrustedPath } from '../trust/untrusted.ts';
import { assignedLine } from './assigned.ts';
import type { BriefInput } from './input.ts';
import { roleLine } from './role-line.ts';
import { rulesOf } from './rules.ts';
import { stepWords } from './workflow-step.ts';

export const stubLimit = 600;

/** The brief when compactions follow each other closely: so short that it cannot be the cause of the next. */
export function renderStub(input: BriefInput): string {
  const mark = input.recovery ? `[${deliveryMark(input.recovery)}] ` : '';
  const lines = [
    `${mark}Compactions follow each other closely, so this is short. Avoid large tool outputs.`,
    ...stepWords(input.step).slice(0, 2),
    ...(input.assigned ? [assignedLine(input)] : []),
    ...input.files.slice(0, 2).map((file) => `Read ${untrustedPath(file.path)} before any change.`),
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
  return clip(text, stubLimit);
}
