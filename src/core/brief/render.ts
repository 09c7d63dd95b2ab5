import { clipWords } from '../trust/clip.ts';
import { bodyParts } from './body.ts';
import { compose, falling, type Part } from './compose.ts';
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
  const { text: body, left: topics } = compose(
    [
      ...stepSections(input.step).map((section) => ({ ...section, worth: falling(99, 0.995) })),
      wholePaths(head.restPaths),
      moreRules(head.restRules, input.rulesPath),
      ...bodyParts(input),
    ],
    Math.max(0, room - topicRoom),
  );
  const more = topicLine(topics, Math.min(topicRoom, room - body.length));
  const text = clipWords(head.text + steps + inlined.text + body + more + pointers, input.budget);
  return {
    text,
    inlined: inlined.paths,
    rulesFile: head.restRules.length > 0 ? rulesFileText(head.restRules) : '',
    rulesShown: head.restRules.every((line) => text.includes(line)),
  };
}

/** What the agent must read and what the user laid down: no other line takes its room, however long it is. */
const beforeAll = 1_000;

/** Characters in which it is said what found no room. */
const topicRoom = 240;

/** What found no room, by topic; the search that finds it stands among the pointers. */
function topicLine(topics: readonly string[], room: number): string {
  const lead = '\nNo room for these here; the search named below finds them: ';
  let text = '';
  for (const topic of topics) {
    const next = text === '' ? `"${topic}"` : `${text}, "${topic}"`;
    if (lead.length + next.length + 2 > room) break;
    text = next;
  }
  return text === '' ? '' : `${lead}${text}\n`;
}

function wholePaths(lines: readonly string[]): Part {
  const title = 'The files to read, whole paths:';
  return { title, lines, cap: 4000, floor: 2500, worth: falling(beforeAll, 0.995) };
}

function moreRules(lines: readonly string[], rulesPath: string | undefined): Part {
  return {
    title: 'More rules the user gave, word for word:',
    lines,
    cap: 3500,
    floor: 1200,
    worth: falling(beforeAll, 0.995),
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
