import { clip } from '../trust/clip.ts';
import { bodySections } from './body.ts';
import type { Section } from './fit.ts';
import { fitSections } from './fit.ts';
import { headPart } from './head.ts';
import { inlinePart, planTextPart } from './inline.ts';
import type { Brief, BriefInput } from './input.ts';
import { rulesFileText } from './rules.ts';
import { stepsPart } from './steps.ts';
import { stepSections } from './workflow-step.ts';

/**
 * The text an agent is told: at most `input.budget` characters, everything mandatory in the first
 * `input.head`. Files that fit are delivered in it whole; the others are named to be read.
 */
export function renderBrief(input: BriefInput): Brief {
  const inlined = input.mayInline ? inlinePart(input.files, input.budget) : { text: '', paths: [] };
  const unread = input.files.filter((file) => !inlined.paths.includes(file.path));
  const head = headPart(input, unread);
  const steps = stepsPart(input) + planTextPart(input.task, input.budget);
  const left = input.budget - head.text.length - steps.length - inlined.text.length;
  const pointers = pointerPart(input.pointers, left);
  const room = left - pointers.length;
  const body = fitSections(
    [
      ...stepSections(input.step),
      wholePaths(head.restPaths),
      moreRules(head.restRules, input.rulesPath),
      ...bodySections(input),
    ],
    Math.max(0, room),
  );
  const text = clip(head.text + steps + inlined.text + body + pointers, input.budget);
  return {
    text,
    inlined: inlined.paths,
    rulesFile: head.restRules.length > 0 ? rulesFileText(head.restRules) : '',
    rulesShown: head.restRules.every((line) => text.includes(line)),
  };
}

function wholePaths(lines: readonly string[]): Section {
  return { title: 'The files to read, whole paths:', lines, cap: 4000, floor: 2500 };
}

function moreRules(lines: readonly string[], rulesPath: string | undefined): Section {
  return {
    title: 'More rules the user gave, word for word:',
    lines,
    cap: 3500,
    floor: 1200,
    more: (count) =>
      rulesPath
        ? `- and ${count} more: they stand in the rules file named above`
        : `- and ${count} more`,
  };
}

/** As many pointers as there is room for; the last one, which finds everything, and then the first ones count most. */
function pointerPart(pointers: readonly string[], room: number): string {
  if (pointers.length === 0) return '';
  const part = `\nWhere more is:\n${pointers.map((line) => `- ${line}`).join('\n')}\n`;
  if (part.length <= room || pointers.length === 1) return part;
  return pointerPart([...pointers.slice(0, -2), pointers.at(-1)!], room);
}
