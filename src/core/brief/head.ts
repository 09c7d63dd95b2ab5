import { openingMark } from '../handoff/mark.ts';
import { deliveryMark } from '../recovery/token.ts';
import { clipWords } from '../trust/clip.ts';
import { untrusted } from '../trust/untrusted.ts';
import type { BriefFile, BriefInput } from './input.ts';
import { userLanguage } from './language.ts';
import { turnOf } from './next-line.ts';
import { readingPart } from './reading.ts';
import { recoveryLine, recoverySteps } from './recovery-steps.ts';
import { rulesOf, splitRules } from './rules.ts';
import { taskPart } from './task-lines.ts';
import { stepPart } from './workflow-step.ts';

export interface HeadPart {
  text: string;
  /** Rule lines that the first part does not hold whole. */
  restRules: string[];
  /** Files to read whose whole paths the first part has no room for. */
  restPaths: string[];
}

const rulesTitle = 'Rules the user gave, word for word (they still hold):';
/** Characters that the task may take, and those that it keeps when files and rules are many. */
const taskRoom = 650;
const taskFloor = 480;
/** With notes on it, where neither files nor rules need the room. */
const longestTask = 1_200;
const readingRoom = 800;
/** Of a longer path the steps name the end; whole it stands among the files to read. */
const longestPath = 120;
/** Characters of rules that come before the steps at length. */
const rulesRoom = 400;

/**
 * The first part: what happened, the step of a workflow, what must be read, the rules, the open question, the task. At most `input.head`
 * characters, in which each of them has its place however long the others are.
 */
export function headPart(input: BriefInput, unread: readonly BriefFile[]): HeadPart {
  const limit = Math.min(input.head, input.budget);
  const rules = rulesOf(input);
  const pointer = rulesPointer(input);
  const frame = rules.length === 0 ? 0 : rulesTitle.length + pointer.length + 4;
  const question = questionPart(input, limit < 1_200 ? 120 : 180);
  const step = stepPart(input.step);
  const line = `${openingLine(input)}${languageLine(input)}\n`;
  const rest = limit - line.length - frame - question.length - step.length;
  const opening = line + recoveryPart(input, unread, rest);
  const room = Math.max(0, rest - (opening.length - line.length));
  const reads = readingPart(input, unread, Math.min(readingRoom, room)).text.length;
  const spare = room - reads - rules.reduce((sum, { value }) => sum + value.length + 6, 0);
  const least = Math.min(taskRoom, Math.max(room - readingRoom, taskFloor));
  // Notes are about a choice that the user has to make, and come last. Nothing else is worth what stands after the head.
  const notes = input.taskNotes.length > 0 ? Math.min(spare, longestTask) : 0;
  const taskText = taskPart(input, Math.max(least, notes));
  const reading = readingPart(input, unread, Math.min(readingRoom, room - taskText.length));
  const split = splitRules(rules, Math.max(0, room - taskText.length - reading.text.length));
  const lines = [...split.head, ...(split.rest.length > 0 ? [pointer] : [])];
  const ruleText = lines.length > 0 ? `\n${rulesTitle}\n${lines.join('\n')}\n` : '';
  return {
    text: clipWords(opening + step + reading.text + ruleText + question + taskText, limit),
    restRules: split.rest,
    restPaths: reading.paths,
  };
}

/**
 * The steps of the recovery; beside a prompt the warning has them. One line where they would take the room of what must be read
 * and of the rules.
 */
function recoveryPart(input: BriefInput, unread: readonly BriefFile[], room: number): string {
  const { task, missing } = input;
  if (task === undefined || input.recovery === undefined || turnOf(input) === 'prompted') return '';
  const names = (files: readonly BriefFile[]): boolean =>
    files.some(({ path }) => path === task.path);
  const isHere = names(input.files) && !names(unread);
  const plan = missing.includes(task.path)
    ? 'missing'
    : isHere
      ? 'here'
      : names(unread)
        ? 'listed'
        : 'unread';
  const steps = recoverySteps(task, plan, 'below', { path: longestPath, scope: 80 });
  const whole = `Before you go on:\n${steps.join('\n')}\n`;
  const reading = readingPart(input, unread, readingRoom).text.length;
  const rules = Math.min(
    rulesRoom,
    rulesOf(input).reduce((sum, { value }) => sum + value.length + 6, 0),
  );
  const needed = reading + rules + Math.min(taskFloor, taskPart(input, taskRoom).length);
  return whole.length + needed <= room ? whole : `${recoveryLine(task, plan)}\n`;
}

function rulesPointer(input: BriefInput): string {
  return input.rulesPath ? `- More rules, whole: ${input.rulesPath}` : '- More rules below.';
}

function openingLine(input: BriefInput): string {
  const { handoff, recovery } = input;
  if (handoff !== undefined && recovery !== undefined) {
    return `${openingMark(recovery)} The user hands you the work of session ${untrusted(handoff.session, 80)} of ${untrusted(handoff.title, 60)}, to continue it here. You did not see its conversation: what follows comes from its transcript.`;
  }
  if (input.number === 0 || input.recovery === undefined) {
    return 'Holdfast: the state of the work, from this session’s own transcript.';
  }
  const times = input.number === 1 ? '' : ` for the ${ordinal(input.number)} time`;
  const how = input.trigger === 'unknown' ? '' : ` (${input.trigger})`;
  return `[${deliveryMark(input.recovery)}] The conversation before this point was replaced by a summary${times}${how}. What follows comes from the session's own transcript; where the summary differs, trust this.`;
}

/** What the agent is to answer in. */
function languageLine({ snapshot }: BriefInput): string {
  const language = userLanguage(snapshot);
  return language === undefined ? '' : ` The user writes in ${language.name}.`;
}

function ordinal(number: number): string {
  const tens = number % 100;
  const suffix = tens >= 11 && tens <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
  return `${number}${suffix}`;
}

function questionPart(input: BriefInput, length: number): string {
  const { openQuestion, waitingQuestion, midTurn } = input.snapshot.summary;
  const isNow = openQuestion !== undefined && !midTurn && turnOf(input) !== 'working';
  const asked = isNow ? openQuestion : waitingQuestion;
  if (asked === undefined) return '';
  const waits = isNow && turnOf(input) === 'ended' ? '; wait for the user' : '';
  return `\nOpen question to the user, NOT ANSWERED (it is no approval${waits}): "${untrusted(asked, length)}"\n`;
}
