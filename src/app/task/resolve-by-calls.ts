import { namedStart } from '../../core/snapshot/references.ts';
import type { TaskReference } from '../../core/snapshot/snapshot.ts';
import { closedBy } from '../../core/task/closed.ts';
import {
  type Candidate,
  describeCandidate,
  lowered,
  rankTasks,
  rivalsOf,
} from '../../core/task/confidence.ts';
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
    const rivals = openAmong(question, rivalsOf(candidates.slice(index)));
    const confidence = rivals.length > 0 ? lowered(candidate.confidence) : candidate.confidence;
    const acts = confidence === 'high' || confidence === 'medium';
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
      confidence,
      method: candidate.method,
      reason,
      evidence,
    };
    const task = buildTask(question, path, document, finding);
    if (document.problem) notes.push(document.problem);
    if (rivals.length > 0) {
      notes.push(
        `${rivals.join(' and ')} ${rivals.length === 1 ? 'was' : 'were'} used as much as ${shownPath}: say which one you take.`,
      );
    }
    if (acts && task.required.length > 0) {
      return { task, notes: [...notes, ...closedAmong(question, candidates.slice(index + 1))] };
    }
    if (!acts && rivals.length === 0)
      notes.push(`${shownPath} may be the task of this session, but the evidence is weak.`);
    shown ??= { ...task, confidence: 'low' };
  }
  return { shown, notes };
}

/** Those that are still open, as they are named. */
function openAmong(question: TaskQuestion, candidates: readonly Candidate[]): string[] {
  return candidates
    .filter(({ path }) => {
      const document = readDocument(question, path);
      return document !== undefined && !closedBy(document) && document.problem === undefined;
    })
    .slice(0, 3)
    .map(({ path }) => relativeTo(path, question.root));
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

/** Folders whose subfolders are projects, relative to the top. */
const projectShelves = ['02-projects', 'projects'];
const mostProjects = 500;

/** Finds the projects that the words of a skill name: by the whole name of their folder, with or without its number. */
function projectNames({ files, root }: TaskQuestion): (named: TaskReference) => TaskReference[] {
  let known: { name: string; folder: string }[] | undefined;
  return (reference) => {
    known ??= projectShelves.flatMap((shelf) =>
      files
        .list(joinPath(root, shelf))
        .slice(0, mostProjects)
        .map((name) => ({ name: name.toLowerCase(), folder: joinPath(root, `${shelf}/${name}`) })),
    );
    const words = new Set(
      reference.path
        .slice(namedStart.length)
        .toLowerCase()
        .split(/[\s,;"'()/]+/),
    );
    return known
      .filter(({ name }) => words.has(name) || words.has(name.replace(/^\d+[-_]/, '')))
      .map(({ folder }) => ({ ...reference, path: folder }));
  };
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
  const projects = projectNames(question);
  const references = (question.references ?? []).flatMap((reference): TaskReference[] => {
    if (reference.path.startsWith(namedStart)) return projects(reference);
    const written = joinPath(question.cwd ?? root, reference.path);
    const path = real.get(written) ?? files.realPath(written) ?? written;
    real.set(written, path);
    return [{ ...reference, path }];
  });
  return rankTasks(references, question.calls ?? 0, ownerOf);
}
