import { closedBy } from '../../core/task/closed.ts';
import { joinPath } from '../../core/task/path.ts';
import {
  isOwnState,
  isStale,
  precompactFile,
  readPrecompactState,
} from '../../core/task/precompact-state.ts';
import { buildTask, readDocument } from './build-task.ts';
import { fileInside } from './locate.ts';
import type { Link, TaskQuestion } from './resolution.ts';

const largest = 256 * 1024;

/**
 * The project that a project's own tools wrote down before the compaction. What cannot be used is named and passed over; the
 * file is never changed here.
 */
export function resolvePrecompact(question: TaskQuestion): Link {
  const { files, root } = question;
  if (question.readsState === false) return { notes: [] };
  const path = fileInside(files, joinPath(root, precompactFile), [root]);
  if (path === undefined) return { notes: [] };
  const text = files.readText(path, largest);
  if (text === undefined) return { notes: [`${precompactFile} cannot be read.`] };
  if (isOwnState(text, question.session)) return { notes: [] };
  const read = readPrecompactState(text);
  if ('problem' in read) return { notes: [`${precompactFile} ${read.problem}.`] };
  const { state } = read;
  if (isStale(state, question.lastCompaction, question.nowMs ?? Date.parse(state.createdAt))) {
    return {
      notes: [`${precompactFile} is of ${state.createdAt}, before this compaction: passed over.`],
    };
  }
  if (state.confidence !== 'high' && state.confidence !== 'medium') {
    return {
      notes: [`${precompactFile} names ${state.projectId} with ${state.confidence} confidence.`],
    };
  }
  const manifest = `02-projects/${state.projectId}/01-planning/_resume.md`;
  const real = fileInside(files, joinPath(root, manifest), [root]);
  const document = real && readDocument(question, real);
  if (real === undefined || !document)
    return { notes: [`${precompactFile} names ${state.projectId}, and there is no ${manifest}.`] };
  const closed = closedBy(document);
  if (closed) return { notes: [`${manifest} is closed (${closed}).`] };
  const task = buildTask(question, real, document, {
    confidence: state.confidence,
    method: 'precompact-state',
    reason: `${precompactFile} names it.`,
  });
  const notes = document.problem ? [document.problem] : [];
  return task.required.length > 0
    ? { task, notes }
    : { shown: { ...task, confidence: 'low' }, notes };
}
