import type { SessionRole } from '../../core/role/role.ts';
import { type RoleNames, roleOfSkills } from '../../core/role/role-words.ts';
import type { Snapshot } from '../../core/snapshot/snapshot.ts';
import { relativeTo } from '../../core/task/path.ts';
import type { Clock, Files } from '../ports.ts';
import { assignedTicket } from '../role/assigned-ticket.ts';
import { taskOfRole } from '../role/role-task.ts';
import type { TaskFinder } from './finder.ts';
import { afterMove, isGone, type Moved, moveTo, type Place, rememberedFolder } from './moved.ts';
import type { TaskQuestion, TaskResolution } from './resolution.ts';
import { resolveTask } from './resolve.ts';
import { resolveAcceptedPlan } from './resolve-accepted-plan.ts';
import type { SetTask, StateStore, Stored } from './store.ts';
import { clearLastKnown, readLastKnown, readSetTask, writeLastKnown } from './store.ts';

export interface TaskFinderPlace {
  /** The project's top folder; undefined when the working folder is gone. */
  project: string | undefined;
  cwd?: string;
  home?: string;
  plansFolder?: string;
  /** Further files that hold a task, by configuration. */
  taskFiles?: readonly string[];
  /** Further folders of tickets, by configuration. */
  ticketFolders?: readonly string[];
  /** False: what the project's own tools wrote before a compaction is not looked at. */
  readsState?: boolean;
  /** The folders that were the session's project, the latest last. */
  places?(): readonly Place[];
  /** The role that the session's journal tells. */
  role?(): SessionRole | undefined;
  /** Names of skills by which the record tells of a role. */
  roleNames?: RoleNames;
  /** Key of the session: host and id. */
  session: string;
}

/** Finds the task of one session in one project. */
export function createTaskFinder(
  machine: { files: Files; clock: Clock; state: StateStore },
  place: TaskFinderPlace,
): TaskFinder {
  const { project } = place;
  const { set, moved, lost } = standingOf(machine, place);
  const lastKnown = (root: string): string | undefined => {
    const own = readLastKnown(machine.state, root, place.session).record?.path;
    if (own !== undefined || moved === undefined) return own;
    const before = readLastKnown(machine.state, moved.from, place.session).record?.path;
    return before && afterMove(before, moved);
  };
  return {
    project,
    moved: () => moved,
    explicit: () => givenTo(place.role?.()) ?? set.record?.path,
    explicitNow: () =>
      givenTo(place.role?.()) ??
      (project === undefined ? undefined : readSetTask(machine.state, project).record?.path),
    find(snapshot, options) {
      if (project === undefined) {
        return withoutFolder(machine.files, place, snapshot);
      }
      const role = place.role?.() ?? roleInRecord(place, snapshot);
      const found = resolveTask({
        ...questionOf(place, project, snapshot, moved),
        files: machine.files,
        session: place.session,
        readsState: place.readsState,
        nowMs: machine.clock.now().getTime(),
        explicit: givenTo(role) ?? set.record?.path,
        discover: options.discover,
        lastKnown: options.discover ? lastKnown(project) : undefined,
      });
      const resolution =
        role === undefined || role.role === 'worker' || role.role === 'regular'
          ? found
          : taskOfRole(
              {
                files: machine.files,
                root: project,
                plansFolder: place.plansFolder,
                home: place.home,
                ticketFolders: place.ticketFolders,
              },
              role,
              snapshot,
              found,
            );
      const notes = [set.problem, moved && movedNote(moved), ...(lost ?? [])].filter(
        (note) => note !== undefined,
      );
      return { ...resolution, notes: [...resolution.notes, ...notes] };
    },
    findForSubagent(snapshot) {
      const { files } = machine;
      const ticket = project === undefined ? undefined : assignedTicket(files, project, snapshot);
      if (project === undefined || ticket === undefined) return { none: true, notes: [] };
      return resolveTask({ files, root: project, explicit: ticket, discover: false });
    },
    remember(task) {
      if (project === undefined) return;
      try {
        // A last known task serves one recovery: what is not found anew is not handed on.
        if (task.method === 'last-known') {
          clearLastKnown(machine.state, project, place.session);
          return;
        }
        const when = machine.clock.now().toISOString();
        const { path, confidence, method, evidence } = task;
        writeLastKnown(machine.state, project, {
          path,
          confidence,
          method,
          evidence,
          when,
          session: place.session,
        });
      } catch {
        // Only a memory aid: the record of the session holds the same.
      }
    },
  };
}

/** Where the working folder is gone or not told, the text of a plan that was accepted is still the task. */
function withoutFolder(files: Files, place: TaskFinderPlace, snapshot: Snapshot): TaskResolution {
  const why =
    place.cwd === undefined ? 'The event names no working folder' : 'The working folder is gone';
  const plan = snapshot.summary.acceptedPlans.at(-1);
  if (plan !== undefined) {
    const question = { ...questionOf(place, place.cwd ?? '/', snapshot, undefined), files };
    const { task, notes } = resolveAcceptedPlan(question);
    if (task !== undefined) {
      return { none: false, task, notes: [`${why}.`, ...notes] };
    }
  }
  return { none: true, notes: [`${why}, so no task can be found.`] };
}

/** The task that was set, with what became of the folder that it was set for. */
function standingOf(
  { files, state }: { files: Files; state: StateStore },
  { project, places }: TaskFinderPlace,
): { set: Stored<SetTask>; moved?: Moved; lost?: string[] } {
  if (project === undefined) return { set: {} };
  const set = readSetTask(state, project);
  const known = (places?.() ?? []).filter(({ path }) => path !== project);
  const moved = moveTo(files, project, known);
  if (set.record !== undefined || set.problem !== undefined) return { set, moved };
  const other = moved ?? moveTo(files, project, rememberedFolder(files, state, project));
  if (other !== undefined) {
    const before = readSetTask(state, other.from);
    const record = before.record && {
      ...before.record,
      path: afterMove(before.record.path, other),
    };
    return { set: { ...before, record }, moved: other };
  }
  const gone = known.findLast((one) => isGone(files, one));
  const task = gone && readSetTask(state, gone.path).record;
  return { set, lost: gone && goneNotes(gone.path, task?.path) };
}

function movedNote({ from, to }: Moved): string {
  return `The folder of the project was ${from} before and is ${to} now: paths of before are shown as they are now.`;
}

function goneNotes(folder: string, task: string | undefined): string[] {
  const gone = `This session worked in ${folder}, which is gone: paths below it are of before.`;
  if (task === undefined) return [gone];
  const lost = `The task that was set there, ${relativeTo(task, folder)}, is not known here: the user can set it with "holdfast task set FILE".`;
  return [gone, lost];
}

/** The one document that a role is about. */
function givenTo(role: SessionRole | undefined): string | undefined {
  return role?.ticket ?? role?.document;
}

function roleInRecord({ roleNames }: TaskFinderPlace, snapshot: Snapshot): SessionRole | undefined {
  const told = roleNames && roleOfSkills(snapshot, roleNames);
  return told && { ...told, by: 'skill' };
}

function questionOf(
  place: TaskFinderPlace,
  root: string,
  snapshot: Snapshot,
  moved: Moved | undefined,
): Omit<TaskQuestion, 'files'> {
  const { acceptedPlans, taskReferences, calls, boundaries } = snapshot.summary;
  const here = <T extends { path?: string }>(one: T): T =>
    one.path === undefined ? one : { ...one, path: afterMove(one.path, moved) };
  return {
    root,
    cwd: place.cwd,
    home: place.home,
    plansFolder: place.plansFolder,
    taskFiles: place.taskFiles,
    acceptedPlans: moved ? acceptedPlans.map(here) : acceptedPlans,
    references: moved ? taskReferences.map(here) : taskReferences,
    calls,
    lastCompaction: boundaries.at(-1)?.time,
  };
}
