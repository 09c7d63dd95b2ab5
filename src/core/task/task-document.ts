import type { TaskDocument, TaskSource } from './task.ts';

/** A document that says nothing but what `known` gives. */
export function emptyDocument(source: TaskSource, known: Partial<TaskDocument> = {}): TaskDocument {
  return {
    source,
    scope: [],
    success: [],
    openSteps: [],
    doneSteps: 0,
    rules: [],
    validation: [],
    filesToLoad: [],
    ...known,
  };
}
