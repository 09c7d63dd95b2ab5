import { closedBy } from '../../core/task/closed.ts';
import { isInside, joinPath, normalizePath, relativeTo } from '../../core/task/path.ts';
import { allowedFolders } from './allowed-folders.ts';
import { buildTask, readDocument, type TaskFinding } from './build-task.ts';
import type { Link, TaskQuestion } from './resolution.ts';
import { whyUnreadable } from './unreadable.ts';

/** The task that a person or the launch record named. It may lie anywhere. */
export function resolveExplicit(question: TaskQuestion): Link {
  if (!question.explicit) return { notes: [] };
  const path = joinPath(question.root, expandHome(question.explicit, question.home));
  return named(question, path, 'named task', {
    confidence: 'high',
    method: 'explicit',
    reason: 'It was named as the task.',
  });
}

/** The task that this session had when it was last known; only inside the project or the plans folder. */
export function resolveLastKnown(question: TaskQuestion): Link {
  if (!question.lastKnown) return { notes: [] };
  const path = joinPath(question.root, question.lastKnown);
  const real = question.files.realPath(path);
  const allowed = allowedFolders(question).some((folder) => real && isInside(real, folder));
  if (real && !allowed) return { notes: [] };
  return named(question, path, 'last known task', {
    confidence: 'medium',
    method: 'last-known',
    reason: 'It was the task of this session when that was last known.',
  });
}

function named(question: TaskQuestion, path: string, what: string, finding: TaskFinding): Link {
  const shownPath = relativeTo(path, question.root);
  const real = question.files.realPath(path);
  if (!real || question.files.stat(real)?.kind !== 'file') {
    const why = (real && whyUnreadable(question.files, real)) ?? 'it does not exist';
    return {
      notes: [
        `The ${what}, ${shownPath}, cannot be read: ${why}. Ask the user which task this is.`,
      ],
    };
  }
  const document = readDocument(question, normalizePath(real));
  if (!document) return { notes: [`The ${what}, ${shownPath}, cannot be read.`] };
  const closed = closedBy(document);
  if (closed) return { notes: [`The ${what}, ${shownPath}, is closed (${closed}).`] };
  const task = buildTask(question, normalizePath(real), document, finding);
  const notes = document.problem ? [document.problem] : [];
  if (task.required.length > 0) return { task, notes };
  return { shown: { ...task, confidence: 'low' }, notes };
}

function expandHome(path: string, home: string | undefined): string {
  return home && /^~[\\/]/.test(path) ? joinPath(home, path.slice(2)) : path;
}
