import type { Tree } from '../../core/ledger/verdict.ts';
import { digest } from '../install/text.ts';
import type { FileStat, Files, Git } from '../ports.ts';

/** A project with more entries than this is not looked through whole. */
const mostEntries = 50_000;
const passedBy = new Set(['.git', 'node_modules']);

/** The project as predicates see it. `run` is for what must be run now; absent: nothing is. */
export function projectTree(
  deps: { files: Files; git: Git; home?: string },
  project: string,
  run: Tree['run'],
): Tree {
  const { files } = deps;
  return {
    project,
    digest,
    run,
    readText: (path) => files.readText(path),
    exists: (path) => files.stat(path) !== undefined,
    changedMs(path) {
      const stat = files.stat(path);
      return stat && lastChange(stat);
    },
    before: async (path, time) => deps.git.textBefore?.(path, time),
    ...(deps.home !== undefined && { home: deps.home }),
    files: (test) => walk(files, project, test),
    async git() {
      const state = await deps.git.state(project);
      if (state === undefined) return undefined;
      const changed = state.changed.map(({ path }) => `${state.top}/${path}`);
      return state.branch === undefined ? { changed } : { branch: state.branch, changed };
    },
  };
}

/** A copy, an archive or `touch` may set a file's own time back. */
function lastChange({ modifiedMs, changedMs }: FileStat): number {
  return Math.max(modifiedMs, changedMs ?? 0);
}

function walk(
  files: Files,
  project: string,
  test: (path: string) => boolean,
): ReturnType<Tree['files']> {
  const found: { path: string; modifiedMs: number }[] = [];
  const open = [project];
  const met = new Set<number>();
  let left = mostEntries;
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const name of files.list(folder)) {
      if (passedBy.has(name)) continue;
      left -= 1;
      if (left < 0) return { found, whole: false };
      const path = `${folder}/${name}`;
      const stat = files.stat(path);
      if (stat?.kind === 'folder' && !met.has(stat.inode)) {
        met.add(stat.inode);
        open.push(path);
      } else if (stat?.kind === 'file' && test(path)) {
        found.push({ path, modifiedMs: lastChange(stat) });
      }
    }
  }
  return { found, whole: true };
}
