import { parseTask } from '../task/identify.ts';

/** What a task document that is too long to show is reduced to: its rules and its open steps, as written. */
export function essenceOf(text: string, path: string): string[] {
  const document = parseTask(text, path);
  const next = document.nextAction ? [`next action: ${document.nextAction}`] : [];
  return [...document.rules, ...next, ...document.openSteps.map((step) => `[ ] ${step}`)];
}
