import { identify, parseTask } from '../../core/task/identify.ts';
import { maxDocumentCharacters } from '../../core/task/markdown-task.ts';
import { parentOf, relativeTo } from '../../core/task/path.ts';
import type { ActiveTask, RequiredFile, TaskDocument } from '../../core/task/task.ts';
import { emptyDocument } from '../../core/task/task-document.ts';
import { redact } from '../../core/trust/redact.ts';
import { locateListed } from './locate.ts';
import type { TaskQuestion } from './resolution.ts';

const roles: Record<TaskDocument['source'], string> = {
  plan: 'plan',
  manifest: 'manifest',
  ticket: 'ticket',
  loop: 'loop document',
  document: 'task document',
};

/** Reads the document of a task. One over 2 MB is not read: it is a file to re-read that counts nothing. */
export function readDocument(question: TaskQuestion, path: string): TaskDocument | undefined {
  // What is told of a document goes before the summariser and the person, too.
  const text = redacted(question.files.readText(path, maxDocumentCharacters));
  const named = relativeTo(path, question.root);
  if (text !== undefined) return parseTask(text, path, question.plansFolder, named);
  const stat = question.files.stat(path);
  if (stat?.kind !== 'file') return undefined;
  if (stat.size > maxDocumentCharacters)
    return emptyDocument(identify(path, '', question.plansFolder));
  return emptyDocument(identify(path, '', question.plansFolder), {
    problem: `${named} cannot be read.`,
  });
}

function redacted(text: string | undefined): string | undefined {
  return text === undefined ? undefined : redact(text);
}

export type TaskFinding = Pick<
  ActiveTask,
  'confidence' | 'method' | 'reason' | 'approval' | 'evidence'
>;

/** The task of a document: its required files in reading order, and what it lists that does not exist. */
export function buildTask(
  question: TaskQuestion,
  path: string,
  document: TaskDocument,
  finding: TaskFinding,
): ActiveTask {
  const own: RequiredFile = { path, role: roles[document.source] };
  const usable = document.problem === undefined || document.source !== 'manifest';
  const listed =
    document.source === 'manifest'
      ? locateListed(question.files, document.filesToLoad, path, topOf(question, path))
      : { found: [], missing: [] };
  const further = listed.found
    .filter((each) => each.path !== path)
    .map((each) => ({ path: each.path, role: 'listed in the manifest' }));
  return {
    path,
    document,
    ...finding,
    required: usable ? [own, ...further] : [],
    missing: listed.missing,
  };
}

/** The top folder for a document's files: the project, or the folder of a named document outside of it. */
function topOf(question: TaskQuestion, path: string): string {
  const inside = relativeTo(path, question.root) !== path;
  return inside ? question.root : parentOf(path);
}
