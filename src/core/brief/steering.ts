import { clip, clipMarked } from '../trust/clip.ts';
import { untrusted, untrustedPath } from '../trust/untrusted.ts';
import type { Section } from './fit.ts';
import { fitSections } from './fit.ts';
import type { BriefInput } from './input.ts';
import { userLanguage } from './language.ts';
import { ruleLine, rulesOf } from './rules.ts';
import { trackedLine } from './tracked.ts';
import { stepWords } from './workflow-step.ts';

/** How a host's summariser is spoken to. */
export interface SteeringForm {
  /** Characters at most. */
  limit: number;
  /** Ask for a summary of the form that the next agent needs. Else the host's own form stays. */
  shaped?: boolean;
  /** The project's own form, which takes the place of ours. */
  template?: string;
  /** The text stands in place of the host's own order, and not beside it. */
  whole?: boolean;
}

const templateLimit = 900;

const order = `Summarise the conversation for the coding agent that goes on with the work and sees nothing else of it. Answer with the summary only, in Markdown.`;

const shape = `Write it under these headings: Task; Where the work stands (orient, feedback loop, implement, verify, review, fix or land); Done; Tried and failed; Next; Open questions, as not answered; Artifacts (paths, branches, commits, ids).`;

/** What no list of facts can know. */
const reasons =
  'Above all tell why: the reasons of decisions and what was rejected, root causes, measured values, each with its names and numbers.';

/**
 * What the host's summariser is asked to keep word for word: rules and exact identifiers. Short and
 * readable, since some hosts show it to the person.
 */
export function renderSteering(input: BriefInput, form: SteeringForm): string {
  const { limit } = form;
  const opening = [form.whole ? order : '', languageLine(input), formPart(form), trackedLine(input)]
    .filter((part) => part !== '')
    .map((part) => `${part}\n\n`)
    .join('');
  const why = form.template ? '' : `\n${reasons}`;
  const keep = 'Keep in the summary, word for word:\n';
  const sections: Section[] = [
    { title: 'The step of the workflow:', lines: stepWords(input.step), cap: 1000, floor: 500 },
    { title: 'Rules the user gave:', lines: rulesOf(input).map(ruleLine), cap: 900, floor: 500 },
    { title: 'The task:', lines: taskWords(input), cap: 500, floor: 300 },
    { title: 'Open, not answered by the user:', lines: question(input), cap: 300, floor: 200 },
    { title: 'Failing:', lines: values(input, 'test.failing', 140), cap: 300, floor: 150 },
    { title: 'Changed files:', lines: changed(input), cap: 500, floor: 200 },
  ];
  const body = fitSections(sections, limit - opening.length - why.length - keep.length);
  if (opening === '' && body === '') return '';
  const told = opening + (body === '' ? '' : keep + body) + why;
  return clip(told, limit).trim();
}

/** A summary in another language than the user's makes the agent answer in that. */
function languageLine({ snapshot }: BriefInput): string {
  const language = userLanguage(snapshot);
  return language === undefined
    ? ''
    : `Write the summary in ${language.name}, the language that the user writes in; leave code, names and quotations as they are.`;
}

function formPart({ shaped, whole, template }: SteeringForm): string {
  if (template) return `The form of the summary:\n${clipMarked(template.trim(), templateLimit)}`;
  return shaped || whole ? shape : '';
}

function taskWords(input: BriefInput): string[] {
  const { task } = input;
  if (input.assigned) return [`- "${untrusted(input.assigned, 280)}"`];
  if (!task) return [];
  const lines = [`- ${untrustedPath(task.path)}`];
  const { step, nextAction, phase } = task.document;
  if (phase) lines.push(`- phase: ${untrusted(phase, 80)}`);
  if (step) lines.push(`- step: ${untrusted(step, 160)}`);
  if (nextAction) lines.push(`- next: ${untrusted(nextAction, 160)}`);
  return lines;
}

function question(input: BriefInput): string[] {
  const { openQuestion, waitingQuestion } = input.snapshot.summary;
  const open = openQuestion ?? waitingQuestion;
  return open ? [`- "${untrusted(open, 220)}"`] : [];
}

function values(input: BriefInput, kind: 'test.failing', limit: number): string[] {
  return input.snapshot.facts
    .filter((fact) => fact.kind === kind)
    .map((fact) => `- ${untrusted(fact.value, limit)}`);
}

function changed(input: BriefInput): string[] {
  return input.snapshot.facts
    .filter((fact) => fact.kind === 'file.modified' || fact.kind === 'file.created')
    .filter((fact) => !fact.takenBack)
    .reverse()
    .map((fact) => `- ${untrusted(fact.value, 200)}`);
}
