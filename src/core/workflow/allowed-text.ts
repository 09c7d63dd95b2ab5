import type { AllowedKind, StepView } from './step-view.ts';

const words: Record<AllowedKind, string> = {
  reading: 'reading',
  read: 'reading files',
  search: 'searches',
  edit: 'edits',
  write: 'writing files',
  shell: 'commands',
  subagent: 'subagents',
  skill: 'skills',
  web: 'the web',
  todo: 'the todo list',
  plan: 'plans',
  question: 'questions',
  discovery: 'looking for tools',
  other: 'other tools',
};

/** What a step allows, as a part of a sentence; undefined where it allows all. */
export function allowedText({
  allow,
  allowPaths,
}: Pick<StepView, 'allow' | 'allowPaths'>): string | undefined {
  const kinds = allow?.map((kind) => words[kind]);
  const only = kinds?.length === 1 ? `${kinds[0]} only` : kinds?.join(', ');
  const paths = allowPaths?.join(', ');
  if (paths === undefined) return only;
  const where = `changes of ${paths} only`;
  return only === undefined ? where : `${only}; ${where}`;
}
