import { closedBy } from '../../core/task/closed.ts';
import { relativeTo } from '../../core/task/path.ts';
import { buildTask, readDocument } from './build-task.ts';
import { conventionFiles } from './conventions.ts';
import type { Link, TaskQuestion } from './resolution.ts';

const maxRead = 20;
const maxNamed = 4;

/** Files that lie where conventions put them: one is shown, of several none is chosen and all are named. */
export function resolveByConvention(question: TaskQuestion): Link {
  const { files, root, cwd, taskFiles } = question;
  const open = conventionFiles(files, cwd ?? root, root, taskFiles ?? [])
    .slice(0, maxRead)
    .flatMap((path) => {
      const document = readDocument(question, path);
      return document && !closedBy(document) ? [{ path, document }] : [];
    });
  const only = open[0];
  if (!only) return { notes: [] };
  const names = open.map((each) => relativeTo(each.path, root));
  if (open.length > 1) {
    const more = open.length > maxNamed ? ` and ${open.length - maxNamed} more` : '';
    const list = names.slice(0, maxNamed).join(', ');
    return {
      notes: [`${list}${more} may each be the task; none was chosen. A person can set one.`],
    };
  }
  const { path, document } = only;
  const reason = 'It lies where a task document usually lies; nothing ties this session to it.';
  const shown = buildTask(question, path, document, {
    confidence: 'low',
    method: 'convention',
    reason,
  });
  const notes = document.problem
    ? [document.problem]
    : [`${names[0]} may be the task of this session; nothing ties the session to it.`];
  return { shown, notes };
}
