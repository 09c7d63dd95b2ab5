import { isMadeAnew } from '../../core/guard/file-kinds.ts';
import type { DeletedPath, Hazard } from '../../core/guard/hazard.ts';
import { baseName, isInside, joinPath, parentOf } from '../../core/task/path.ts';
import type { ToolCall } from '../../core/tool.ts';
import type { HookContext } from './context.ts';

/** Questions to git about one call that run at a time, and for how long new ones are asked. */
const atOnce = 6;
const longestMs = 1_200;

type Tracked = (folder: string, pathspec: string) => Promise<boolean | undefined>;

/**
 * Asks git about the paths of one call, all together in a bounded time: a line of many deletions under a slow git must not outlast
 * the hook. What was not asked is as unknown as what git does not answer.
 */
export function trackedWithin({ tracks, clock }: HookContext): Tracked {
  const end = clock.now().getTime() + longestMs;
  const waiting: (() => void)[] = [];
  let running = 0;
  let isSlow = false;
  return async (folder, pathspec) => {
    if (tracks === undefined) return undefined;
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    running += 1;
    try {
      if (isSlow || clock.now().getTime() > end) return undefined;
      const told = await tracks(folder, pathspec);
      if (told === undefined) isSlow = true;
      return told;
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
}

/** Whether what a command may destroy is there. */
export async function isReal(
  context: HookContext,
  call: ToolCall,
  hazard: Hazard,
  tracks: Tracked,
): Promise<boolean> {
  const { event, files, tasks } = context;
  const start = call.cwd ?? event.cwd ?? tasks.project ?? '/';
  const { file, tracked } = hazard;
  if (file !== undefined) {
    return files.stat(joinPath(joinPath(start, file.folder ?? '.'), file.path)) !== undefined;
  }
  if (tracked === undefined) return true;
  for (const path of tracked.paths) {
    if (await isTracked(context, joinPath(start, path.folder ?? '.'), path, tracks)) return true;
  }
  return false;
}

async function isTracked(
  context: HookContext,
  folder: string,
  { path, globs, named }: DeletedPath,
  tracks: Tracked,
): Promise<boolean> {
  const { files, home, tasks } = context;
  const text = path.replace(/^~(?=\/|$)/, home);
  const sign = globs ? text.search(/[*?[{]/) : -1;
  const cut = sign < 0 ? text : text.slice(0, text.lastIndexOf('/', sign) + 1) || '.';
  const place = joinPath(folder, cut);
  if (baseName(place) === '.git') return true;
  const rest = named === undefined ? '.' : `:(glob)**/${named}`;
  const spec = sign < 0 ? rest : text.slice(text.lastIndexOf('/', sign) + 1);
  const { project } = tasks;
  const holdsProject = project !== undefined && spec === '.' && isInside(project, place);
  const stat = files.stat(place);
  if (stat === undefined) return false;
  const isFolder = stat.kind === 'folder';
  const where = holdsProject ? project : isFolder ? place : parentOf(place);
  const asked = isFolder ? spec : `:(literal)${baseName(place)}`;
  const told = await tracks(where, asked);
  // What builds and caches leave is made again.
  return told ?? (isInWorkTree(context, where) && !isMadeAnew(path));
}

/** Where git does not say in time: whether it could know. */
function isInWorkTree({ files }: HookContext, folder: string): boolean {
  for (let at = folder; ; at = parentOf(at)) {
    if (files.stat(joinPath(at, '.git')) !== undefined) return true;
    if (parentOf(at) === at) return false;
  }
}
