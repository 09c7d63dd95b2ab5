import { onShort } from '../bounded-match.ts';
import type { BriefInput } from '../brief/input.ts';
import { rulesOf } from '../brief/rules.ts';
import { untrusted } from '../trust/untrusted.ts';
import type { MemoryLines } from './input.ts';
import { factLine, items, newest, quoted, said } from './line.ts';

/** Notes of earlier steps that stand in the memory. */
const lastNotes = 3;

/** A name by which the session is known again: that of its task, else how its first request begins. */
export function sessionTitle(known: BriefInput): MemoryLines {
  const named = known.task?.document.title ?? known.tracked?.id;
  const first = newest(known, ...said).at(-1)?.value;
  const begins =
    first === undefined
      ? undefined
      : onShort(/^.{1,100}?(?=[.!?:]?(?:\s*\n|$)|[.!?]\s)/, 400).exec(
          first.trim().slice(0, 400),
        )?.[0];
  const title = named ?? known.assigned ?? begins ?? first;
  // Nothing of it may open a heading, a list or a quotation.
  const plain = untrusted(title ?? '', 100).replace(/^[^\p{L}\p{N}]+/u, '');
  return { lines: plain === '' ? [] : [plain] };
}

/** What is at hand: what waits, what fails, what comes next. */
export function currentState(known: BriefInput): MemoryLines {
  const { task, snapshot } = known;
  const { summary } = snapshot;
  const document = task?.document;
  const last = newest(known, ...said)[0];
  const todos = summary.todos.filter(
    ({ status }) => status === 'in_progress' || status === 'pending',
  );
  return {
    lines: [
      ...stepLines(known.step),
      ...items(
        summary.openQuestion && `Not answered by the user: ${quoted(summary.openQuestion, 400)}`,
        document?.step && `Step: ${untrusted(document.step, 300)}`,
        document?.nextAction && `Next action: ${untrusted(document.nextAction, 300)}`,
      ),
      ...known.notes
        .filter((note) => note.note === 'next')
        .map((note) => `- Next: ${untrusted(note.text, 300)} (noted by the ${note.by})`),
      ...todos
        .sort((a, b) => Number(b.status === 'in_progress') - Number(a.status === 'in_progress'))
        .map((todo) => `- [${todo.status}] ${untrusted(todo.text, 240)}`),
      ...newest(known, 'in-flight').map((fact) => factLine(fact, 'Still running: ')),
      ...newest(known, 'test.failing').map((fact) => factLine(fact, 'Failing: ')),
      ...newest(known, 'stands').map((fact) => factLine(fact, 'The agent had said: ')),
      ...newest(known, 'not-done').map((fact) => factLine(fact, 'Not done: ')),
      ...newest(known, 'deferred').map((fact) => factLine(fact, 'Put off or offered: ')),
      ...items(
        last && `The user last said: ${quoted(last.value)}`,
        known.number > 0 && `Compactions so far: ${known.number}`,
      ),
    ],
  };
}

/** The run of a workflow that the session works on: its step, how to continue it, what it lacks, what was noted last. */
function stepLines(step: BriefInput['step']): string[] {
  if (step === undefined) return [];
  const noted = step.past.filter(({ note }) => note !== undefined).slice(-lastNotes);
  return [
    `- Workflow ${untrusted(step.workflow, 80)} (${untrusted(step.title, 120)}), run ${untrusted(step.run, 80)}`,
    `- Pending step: ${untrusted(step.step, 120)} (${untrusted(step.stepTitle, 160)})`,
    `- Continue with: \`holdfast workflow next --token ${step.token}\``,
    ...step.missing.map(
      ({ what, next }) => `- Missing: ${untrusted(what, 240)} ${untrusted(next, 240)}`,
    ),
    ...(step.notes ?? [])
      .slice(-lastNotes)
      .map((note) => `- Noted at this step: ${untrusted(note, 300)}`),
    ...(step.takenBack ?? [])
      .slice(-lastNotes)
      .map((note) => `- Noted before the run was taken back: ${untrusted(note, 300)}`),
    ...noted.map(
      (past) => `- Noted at ${untrusted(past.step, 120)}: ${untrusted(past.note ?? '', 300)}`,
    ),
  ];
}

/** What was asked for: the task, the rules, and what the user said, word for word. */
export function taskSpecification(known: BriefInput): MemoryLines {
  const { task } = known;
  const document = task?.document;
  return {
    lines: [
      ...items(
        known.assigned && `Given by the agent above: ${quoted(known.assigned)}`,
        task && task.path !== '' && `Task file: ${untrusted(task.path, 300)}`,
        document?.objective && `Objective: ${untrusted(document.objective, 400)}`,
        document?.phase && `Phase: ${untrusted(document.phase, 120)}`,
      ),
      ...(document?.scope ?? []).map((line) => `- Scope: ${untrusted(line, 200)}`),
      ...(document?.success ?? []).map((line) => `- Success: ${untrusted(line, 200)}`),
      ...rulesOf(known).map((rule) => `- Rule: ${quoted(rule.value)}`),
      ...newest(known, 'request').map((fact) => `- The user: ${quoted(fact.value)}`),
    ],
  };
}
