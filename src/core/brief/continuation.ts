import { openObligations, openQuestions, type Recovery } from '../recovery/recovery.ts';
import { deliveryMark } from '../recovery/token.ts';
import { clip, clipWords } from '../trust/clip.ts';
import { untrusted, untrustedPath } from '../trust/untrusted.ts';
import type { MissingEvidence, StepView } from '../workflow/step-view.ts';
import type { BriefInput } from './input.ts';
import { leavesPlan, newestLine } from './next-line.ts';
import { nextCommand, stepName } from './workflow-step.ts';

const mostFiles = 8;

/**
 * By what a turn goes on that ended right after a compaction whose brief is in the context: what is open, what comes next, and
 * where the rest is. It never tells the agent to wait. At most `limit` characters.
 */
export function renderContinuation(
  input: BriefInput,
  recovery: Recovery,
  limit: number,
  missing: readonly MissingEvidence[] = [],
): string {
  const mark = `[${deliveryMark(recovery.id)}]`;
  const unread = openObligations(recovery);
  const why = unread.length > 0 ? ', with files still unread' : ', before any work';
  const lines = [
    `${mark} The turn ended right after the compaction${why}. It continues here, once.`,
    newestLine({ ...input, turn: 'working' }, 300, false),
    ...readLines(unread.map(({ path }) => path)),
    ...openQuestions(recovery).map(
      (question) => `Answer before any change (\`holdfast answer\`): ${untrusted(question, 160)}`,
    ),
    ...stepLines(input.step, missing),
    goOnLine(input, recovery, unread.length > 0),
    `The brief marked ${mark} earlier in this conversation holds the rest; \`holdfast brief\` prints it again.`,
    'If all of this is done, say so. If you need the user, end the turn with a question to them.',
  ].filter((line) => line !== '');
  const needed = lines.slice(-3);
  const room = limit - needed.join('\n').length;
  const kept: string[] = [];
  let length = 0;
  for (const line of lines.slice(0, -3)) {
    if (length + line.length + 1 > room) continue;
    kept.push(line);
    length += line.length + 1;
  }
  return clipWords([...kept, ...needed].join('\n'), limit);
}

function readLines(paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  const more = paths.length > mostFiles ? [`and ${paths.length - mostFiles} more`] : [];
  const shown = paths
    .slice(0, mostFiles)
    .map((path, index) => `${index + 1}. Read ${untrustedPath(path)} (whole)`);
  return ['First:', ...shown, ...more];
}

function stepLines(step: StepView | undefined, missing: readonly MissingEvidence[]): string[] {
  if (step === undefined) return [];
  const lacks = missing.length > 0 ? missing : step.missing;
  return [
    `You work on ${stepName(step)} of the workflow run ${untrusted(step.run, 60)}.`,
    ...lacks
      .slice(0, 6)
      .map(({ what, next }) => `- ${untrusted(what, 200)} ${untrusted(next, 200)}`),
    `When it is done: \`${nextCommand(step)}\``,
  ];
}

/** What to continue with: no step of the plan where the user spoke since the compaction or gave another course. */
function goOnLine(
  { task, step, snapshot }: BriefInput,
  { warned }: Recovery,
  reads: boolean,
): string {
  const begin = reads ? 'Then continue' : 'Continue';
  const next = task?.document.nextAction ?? task?.document.step;
  if (warned || leavesPlan(snapshot)) return `${begin} with what the user asked for last.`;
  if (step === undefined && !next) return `${begin} where the work stopped.`;
  const what = step === undefined ? `"${untrusted(next ?? '', 160)}"` : 'that step';
  // Whether a message stops or changes the work is known for some languages and words only.
  const unless = snapshot.summary.lastUserText ? ', unless that message says otherwise' : '';
  return `${begin} with ${what}${unless}.`;
}

/** What the person is told where the turn that was continued ended again with something unread or unanswered. */
export function renderLetGo(recovery: Recovery, program: string): string {
  const unread = openObligations(recovery).map(({ path }) => untrustedPath(path));
  const open = openQuestions(recovery).length;
  const lacks = [
    ...(unread.length > 0
      ? [`${unread.slice(0, 3).join(', ')}${more(unread.length - 3)} unread`]
      : []),
    ...(open > 0 ? [`${open} ${open === 1 ? 'question' : 'questions'} unanswered`] : []),
  ].join(' and ');
  return clip(
    `Holdfast: the turn was continued once after the compaction and ended again with ${lacks}.${recovery.escalated ? '' : ' Changes wait for that.'} Tell the agent to make up for it, or let it go with "${program} release".`,
    900,
  );
}

function more(count: number): string {
  return count > 0 ? ` and ${count} more` : '';
}
