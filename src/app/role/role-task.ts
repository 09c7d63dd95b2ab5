import type { SessionRole } from '../../core/role/role.ts';
import type { Snapshot } from '../../core/snapshot/snapshot.ts';
import { baseName, joinPath } from '../../core/task/path.ts';
import type { ActiveTask, RequiredFile } from '../../core/task/task.ts';
import { emptyDocument } from '../../core/task/task-document.ts';
import { readDocument } from '../task/build-task.ts';
import { fileInside } from '../task/locate.ts';
import type { TaskResolution } from '../task/resolution.ts';
import { mainWorkTree } from '../ticket/place.ts';
import { ticketPaths } from '../ticket/store.ts';
import { type DispatchPlace, dispatchFiles, isActive, ticketsInFolders } from './dispatch-files.ts';

/** Tickets that a handler reads again at most; of more the newest by name. */
const mostTickets = 20;

/** Where a role's files are looked for. */
export interface RolePlace extends DispatchPlace {
  plansFolder?: string;
}

/**
 * The task as the session's role has it. A handler reads its state file and its active tickets first; a loop acts on the
 * loop document that lies in its project. Of all other sessions it is what was found.
 */
export function taskOfRole(
  place: RolePlace,
  role: SessionRole,
  snapshot: Pick<Snapshot, 'facts'>,
  found: TaskResolution,
): TaskResolution {
  if (role.role === 'loop') return loopTask(found);
  return role.role === 'handler' ? handlerTask(place, role, snapshot, found) : found;
}

function loopTask(found: TaskResolution): TaskResolution {
  if (!found.none || found.shown?.document.source !== 'loop' || found.shown.document.problem)
    return found;
  const reason = 'the loop document of the project, since this session is a loop';
  const task: ActiveTask = { ...found.shown, confidence: 'medium', method: 'role', reason };
  return { none: false, task, notes: [] };
}

function handlerTask(
  place: RolePlace,
  role: SessionRole,
  snapshot: Pick<Snapshot, 'facts'>,
  found: TaskResolution,
): TaskResolution {
  const state = stateFile(place, role, snapshot);
  const own: RequiredFile[] = [
    ...(state === undefined ? [] : [{ path: state, role: 'state of the handler' }]),
    ...activeTickets(place).map((path) => ({ path, role: 'active ticket' })),
  ];
  const linked = state === undefined ? [] : dispatchFiles(place, state, snapshot);
  for (const path of linked.slice(0, mostTickets)) {
    if (!own.some((one) => one.path === path)) own.push({ path, role: 'dispatch file' });
  }
  const first = own[0];
  if (first === undefined) return found;
  if (!found.none) {
    const others = found.task.required.filter(({ path }) => !own.some((one) => one.path === path));
    return { ...found, task: { ...found.task, required: [...own, ...others] } };
  }
  const read = state === undefined ? undefined : readDocument(place, state);
  const document = read ?? emptyDocument('document', { title: 'the active tickets of a handler' });
  const task: ActiveTask = {
    path: first.path,
    document,
    confidence: 'high',
    method: 'role',
    reason: 'This session is a handler.',
    required: own,
    missing: [],
  };
  return { none: false, task, notes: [] };
}

/** The file that a handler keeps its state in: the one named, else the one that it wrote, else the usual one. */
export function stateFile(
  { files, root }: Pick<RolePlace, 'files' | 'root'>,
  role: SessionRole,
  { facts }: Pick<Snapshot, 'facts'>,
): string | undefined {
  const written = facts
    .filter(({ kind }) => kind === 'file.created' || kind === 'file.modified')
    .map(({ value }) => value)
    .filter(isStateFile)
    .reverse();
  const usual = joinPath(root, '.holdfast/handler-state.md');
  for (const path of [...(role.state === undefined ? [] : [role.state]), ...written, usual]) {
    const real = fileInside(files, joinPath(root, path), [root]);
    if (real !== undefined) return real;
  }
  return undefined;
}

/** True for a path that is named as handlers name their state. */
export function isStateFile(path: string): boolean {
  return /^handler[-_. ]?state\.(?:md|markdown)$/i.test(baseName(path));
}

/** Paths of the tickets that somebody works on: claimed, in progress, blocked or in review. */
function activeTickets(place: RolePlace): string[] {
  const { files, root } = place;
  const own = ticketPaths(files, mainWorkTree(files, root)).filter((path) => isActive(files, path));
  return [...ticketsInFolders(place), ...own].slice(-mostTickets);
}
