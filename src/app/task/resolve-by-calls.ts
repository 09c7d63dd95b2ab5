import type { TaskReference } from '../../core/snapshot/snapshot.ts';
import { closedBy } from '../../core/task/closed.ts';
import { type Candidate, describeCandidate, rankTasks } from '../../core/task/confidence.ts';
import { parseManifest } from '../../core/task/manifest.ts';
import { maxDocumentCharacters } from '../../core/task/markdown-task.ts';
import { ownerFinder } from '../../core/task/owner.ts';
import { baseName, joinPath, parentOf, relativeTo } from '../../core/task/path.ts';
import { allowedFolders } from './allowed-folders.ts';
import { buildTask, readDocument } from './build-task.ts';
import { fileInside, locateListed } from './locate.ts';
import type { Link, TaskQuestion } from './resolution.ts';

/** Candidates looked at; a session that touched more task documents than this has no clear task. */
const maxCandidates = 10;

/** The task that the session's tool calls speak for: the best one that is still open. */
export function resolveByCalls(question: TaskQuestion): Link {
  const notes: string[] = [];
  let shown: Link['shown'];
  const candidates = candidatesOf(question).slice(0, maxCandidates);
  for (const [index, candidate] of candidates.entries()) {
    const { path } = candidate;
    const shownPath = relativeTo(path, question.root);
    const acts = candidate.confidence === 'high' || candidate.confidence === 'medium';
    if (shown && !acts) break;
    const document = readDocument(question, path);
    if (!document) {
      if (acts) notes.push(`${shownPath}, which this session worked on, no longer exists.`);
      continue;
    }
    const closed = closedBy(document);
    if (closed) {
      if (acts) notes.push(`${shownPath} is closed (${closed}).`);
      continue;
    }
    const evidence = describeCandidate(candidate);
    const reason = acts
      ? 'The tool calls of this session refer to it.'
      : 'A few tool calls refer to it.';
    const finding = {
      confidence: candidate.confidence,
      method: candidate.method,
      reason,
      evidence,
    };
    const task = buildTask(question, path, document, finding);
    if (document.problem) notes.push(document.problem);
    if (acts && task.required.length > 0) {
      return { task, notes: [...notes, ...closedAmong(question, candidates.slice(index + 1))] };
    }
    if (!acts)
      notes.push(`${shownPath} may be the task of this session, but the evidence is weak.`);
    shown ??= { ...task, confidence: 'low' };
  }
  return { shown, notes };
}

/** What else the session worked on and is over, so that nobody takes it up again. */
function closedAmong(question: TaskQuestion, candidates: readonly Candidate[]): string[] {
  return candidates.flatMap(({ path, confidence }) => {
    if (confidence !== 'high' && confidence !== 'medium') return [];
    const document = readDocument(question, path);
    const closed = document && closedBy(document);
    return closed ? [`${relativeTo(path, question.root)} is closed (${closed}).`] : [];
  });
}

/** Ranked task documents by their real paths. References to what no longer exists keep the path they name. */
export function candidatesOf(question: TaskQuestion): Candidate[] {
  const { files, root } = question;
  const folders = allowedFolders(question);
  const listedBy = new Map<string, string[]>();
  const names = new Map<string, Set<string>>();
  const namesIn = (folder: string): Set<string> => {
    const known = names.get(folder) ?? new Set(files.list(folder));
    names.set(folder, known);
    return known;
  };
  const ownerOf = ownerFinder({
    root,
    plansFolder: folders[1] ?? question.plansFolder,
    taskFiles: (question.taskFiles ?? []).map((name) => joinPath(root, name)),
    exists: (path) =>
      namesIn(parentOf(path)).has(baseName(path)) && fileInside(files, path, folders) !== undefined,
    listed: (manifest) => {
      const known = listedBy.get(manifest);
      if (known) return known;
      const text = files.readText(manifest, maxDocumentCharacters) ?? '';
      const listed = parseManifest(text, manifest).filesToLoad;
      const paths = locateListed(files, listed, manifest, root).found.map((each) => each.path);
      listedBy.set(manifest, paths);
      return paths;
    },
  });
  const real = new Map<string, string>();
  const references = (question.references ?? []).map((reference): TaskReference => {
    const written = joinPath(question.cwd ?? root, reference.path);
    const path = real.get(written) ?? files.realPath(written) ?? written;
    real.set(written, path);
    return { ...reference, path };
  });
  return rankTasks(references, question.calls ?? 0, ownerOf);
}
