import { onlyPicture, standsForNoWords } from '../snapshot/picture.ts';
import { untrusted } from '../trust/untrusted.ts';
import { courseOf } from '../words/course.ts';
import type { BriefInput } from './input.ts';
import { goesOnByItself } from './role-line.ts';

/**
 * Where the conversation stands for who reads the text. `working`: in the middle of a turn; `ended`: the turn had ended before
 * the compaction; `prompted`: the text stands beside a new prompt of the user; `unknown`: the record could not be read.
 */
export type TurnState = 'working' | 'ended' | 'prompted' | 'unknown';

export function turnOf({ turn, snapshot }: Pick<BriefInput, 'turn' | 'snapshot'>): TurnState {
  return turn ?? (snapshot.summary.midTurn ? 'working' : 'ended');
}

/** True for a session that does nothing until its user says so. */
export function waitsForUser(input: BriefInput): boolean {
  return turnOf(input) === 'ended' && !goesOnByItself(input.role);
}

/** True where the newest message of the user stops the work or changes its course, so that the plan comes after it. */
export function leavesPlan({ summary }: BriefInput['snapshot']): boolean {
  return summary.lastUserText !== undefined && courseOf(summary.lastUserText) !== undefined;
}

/** What comes next: the newest message of the user where it stops or changes the work, else the step of the task. */
export function nextLine(input: BriefInput): string {
  const { summary } = input.snapshot;
  if (summary.planMode) return 'Plan mode was on: planning, no changes, until the user leaves it.';
  if (input.handoff !== undefined) return handedLine(input);
  if (input.number === 0) return '';
  const state = turnOf(input);
  if (state === 'prompted') {
    return 'A new message of the user follows: do what it says; it goes before the plan.';
  }
  const newest = newestLine(input, 160);
  if (leavesPlan(input.snapshot)) {
    return courseOf(summary.lastUserText ?? '') === 'stop'
      ? `${newest} Do not continue the plan until the user says so.`
      : `${newest} Do what it says; continue the plan only as far as that leaves it.`;
  }
  return newest === '' ? workLine(input) : `${workLine(input)} ${newest}`;
}

/** The same for a session of another client: the user gave it the work, so that it need not wait for a word to begin. */
function handedLine(input: BriefInput): string {
  const newest = newestLine(input, 160);
  const { openQuestion, lastUserText } = input.snapshot.summary;
  if (leavesPlan(input.snapshot)) {
    return courseOf(lastUserText ?? '') === 'stop'
      ? `${newest} Say where the work stands, and wait for the user.`
      : `${newest} Do what it says; continue the plan only as far as that leaves it.`;
  }
  const document = input.task?.document;
  const step = document?.nextAction ?? document?.step;
  const what = step ? `continue with "${untrusted(step, 140)}"` : 'continue where it stopped';
  const first = openQuestion === undefined ? '' : 'Ask the user the open question first. Then ';
  const line = first === '' ? `Next: ${what}.` : `${first}${what}.`;
  return newest === '' ? line : `${line} ${newest}`;
}

function workLine(input: BriefInput): string {
  const { task, snapshot } = input;
  const step = task?.document.nextAction ?? task?.document.step;
  const what = step ? `continue with "${untrusted(step, 140)}"` : 'continue where it stopped';
  switch (turnOf(input)) {
    case 'working':
      return `The work was interrupted in the middle: ${what}.`;
    case 'unknown':
      return `Whether a turn had ended is not known here: ${what}, unless your summary says that the user was asked.`;
    default:
      if (goesOnByItself(input.role)) return 'The last turn had ended: go on without asking.';
      return snapshot.summary.stopped
        ? 'The user stopped the last turn: wait for the user.'
        : 'The last turn had ended: wait for the user.';
  }
}

/**
 * The user's newest message, where there is a plan that it goes before; empty where there is none, or where the newest word was
 * the agent's. `amongRules`: the text shows the rules of the user word for word, so that a rule is not quoted twice.
 */
export function newestLine(
  { task, step, snapshot, turn }: BriefInput,
  limit: number,
  amongRules = true,
): string {
  const { lastUserText } = snapshot.summary;
  if (lastUserText === undefined) return '';
  const wordless = standsForNoWords(lastUserText);
  if (wordless !== undefined) {
    const [what, ask] =
      wordless === onlyPicture ? ['a picture', 'what it shows'] : ['a file', 'what is in it'];
    return `The user’s newest message is only ${what}, without words: if you no longer see it, ask ${ask}.`;
  }
  const isRule = snapshot.facts.some(
    ({ kind, value }) => value === lastUserText && kind !== 'request',
  );
  const hasPlan = task !== undefined || step !== undefined;
  const isNeeded = hasPlan && turnOf({ turn, snapshot }) === 'working';
  if (!isNeeded && !leavesPlan(snapshot)) return '';
  if (isRule && amongRules && !leavesPlan(snapshot)) {
    return 'The user’s newest message stands among the rules; it goes before the plan.';
  }
  const said = untrusted(lastUserText, limit);
  const isSentence = ['.', '!', '?', '…'].some((sign) => said.endsWith(sign));
  return `The user’s newest message goes before the plan: "${said}"${isSentence ? '' : '.'}`;
}
