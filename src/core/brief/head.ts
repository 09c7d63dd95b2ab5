import { deliveryMark } from '../recovery/token.ts';
import { clip } from '../trust/clip.ts';
import { untrusted } from '../trust/untrusted.ts';
import type { Section } from './fit.ts';
import { renderSection } from './fit.ts';
import type { BriefFile, BriefInput } from './input.ts';
import { rulesOf, splitRules } from './rules.ts';
import { taskLines } from './task-lines.ts';

export interface HeadPart {
  text: string;
  /** Rule lines that the first part does not hold whole. */
  restRules: string[];
}

/** The first part: what happened, what must be read, the rules, the open question, the task. At most `input.head` characters. */
export function headPart(input: BriefInput, unread: readonly BriefFile[]): HeadPart {
  const opening = `${openingLine(input)}\n`;
  const reading = renderSection(readingSection(input, unread), 800);
  const question = renderSection(questionSection(input), 400);
  const task = renderSection({ title: '', lines: taskLines(input), cap: 650, floor: 0 }, 650);
  const pointer = rulesPointer(input);
  const rules = rulesOf(input);
  const room =
    input.head -
    opening.length -
    reading.length -
    question.length -
    task.length -
    pointer.length -
    60;
  const split = splitRules(rules, Math.max(0, room));
  const needsPointer = split.rest.length > 0;
  const lines = [...split.head, ...(needsPointer ? [pointer] : [])];
  const title = 'Rules the user gave, word for word (they still hold):';
  const ruleText = lines.length > 0 ? `\n${title}\n${lines.join('\n')}\n` : '';
  return {
    text: clip(opening + reading + ruleText + question + task, input.head),
    restRules: split.rest,
  };
}

function rulesPointer(input: BriefInput): string {
  return input.rulesPath ? `- More rules, whole: ${input.rulesPath}` : '- More rules below.';
}

function openingLine(input: BriefInput): string {
  if (input.number === 0 || input.recovery === undefined) {
    return 'Holdfast: the state of the work, from this session’s own record.';
  }
  const times = input.number === 1 ? '' : ` for the ${ordinal(input.number)} time`;
  const how = input.trigger === 'unknown' ? '' : ` (${input.trigger})`;
  return `[${deliveryMark(input.recovery)}] The conversation before this point was replaced by a summary${times}${how}. What follows comes from the session's own record; where the summary differs, this is right.`;
}

function ordinal(number: number): string {
  const tens = number % 100;
  const suffix = tens >= 11 && tens <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
  return `${number}${suffix}`;
}

function readingSection(input: BriefInput, unread: readonly BriefFile[]): Section {
  const lines = unread.map(
    (file, index) => `${index + 1}. Read ${file.path} (${file.role}, whole)`,
  );
  for (const missing of input.missing) {
    lines.push(`- Missing: ${missing}. Stop and ask the user for it.`);
  }
  const title = input.gated
    ? 'Before any change (changing calls are denied until then):'
    : 'Before any change:';
  return {
    title: unread.length > 0 ? title : 'Files that should be here:',
    lines,
    cap: 800,
    floor: 800,
  };
}

function questionSection(input: BriefInput): Section {
  const { openQuestion, midTurn } = input.snapshot.summary;
  if (openQuestion === undefined || midTurn) return { title: '', lines: [], cap: 0, floor: 0 };
  return {
    title: '',
    lines: [
      `Open question to the user, NOT ANSWERED (it is no approval; wait for the user): "${clip(untrusted(openQuestion, 260), 260)}"`,
    ],
    cap: 400,
    floor: 400,
  };
}
