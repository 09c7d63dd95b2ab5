import type { TaskQuestion } from './resolution.ts';

/** Folders that task documents may be read from without anybody naming them, as real paths. */
export function allowedFolders(question: TaskQuestion): string[] {
  const plans = question.plansFolder && question.files.realPath(question.plansFolder);
  return plans ? [question.root, plans] : [question.root];
}
