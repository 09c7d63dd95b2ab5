import type { SessionRole } from '../../core/role/role.ts';
import { type RoleNames, roleOfSkills } from '../../core/role/role-words.ts';
import type { Snapshot } from '../../core/snapshot/snapshot.ts';
import type { Clock, Files } from '../ports.ts';
import { assignedTicket } from '../role/assigned-ticket.ts';
import { taskOfRole } from '../role/role-task.ts';
import type { TaskFinder } from './finder.ts';
import type { TaskQuestion, TaskResolution } from './resolution.ts';
import { resolveTask } from './resolve.ts';
import { resolveAcceptedPlan } from './resolve-accepted-plan.ts';
import type { StateStore } from './store.ts';
import { clearLastKnown, readLastKnown, readSetTask, writeLastKnown } from './store.ts';

export interface TaskFinderPlace {
  /** The project's top folder; undefined when the working folder is gone. */
  project: string | undefined;
  cwd?: string;
  home?: string;
  plansFolder?: string;
  /** Further files that hold a task, by configuration. */
  taskFiles?: readonly string[];
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
  const set = project === undefined ? {} : readSetTask(machine.state, project);
  return {
    project,
    explicit: () => givenTo(place.role?.()) ?? set.record?.path,
    find(snapshot, options) {
      if (project === undefined) {
        return withoutFolder(machine.files, place, snapshot);
      }
      const role = place.role?.() ?? roleInRecord(place, snapshot);
      const found = resolveTask({
        ...questionOf(place, project, snapshot),
        files: machine.files,
        explicit: givenTo(role) ?? set.record?.path,
        discover: options.discover,
        lastKnown: options.discover
          ? readLastKnown(machine.state, project, place.session).record?.path
          : undefined,
      });
      const resolution =
        role === undefined || role.role === 'worker' || role.role === 'regular'
          ? found
          : taskOfRole(
              { files: machine.files, root: project, plansFolder: place.plansFolder },
              role,
              snapshot,
              found,
            );
      return set.problem
        ? { ...resolution, notes: [...resolution.notes, set.problem] }
        : resolution;
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

/** Where the working folder is gone, the text of a plan that was accepted is still the task. */
function withoutFolder(files: Files, place: TaskFinderPlace, snapshot: Snapshot): TaskResolution {
  const plan = snapshot.summary.acceptedPlans.at(-1);
  if (plan !== undefined) {
    const question = { ...questionOf(place, place.cwd ?? '/', snapshot), files };
    const { task, notes } = resolveAcceptedPlan(question);
    if (task !== undefined) {
      return { none: false, task, notes: ['The working folder is gone.', ...notes] };
    }
  }
  return { none: true, notes: ['The working folder is gone, so no task can be found.'] };
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
): Omit<TaskQuestion, 'files'> {
  const { acceptedPlans, taskReferences, calls } = snapshot.summary;
  return {
    root,
    cwd: place.cwd,
    home: place.home,
    plansFolder: place.plansFolder,
    taskFiles: place.taskFiles,
    acceptedPlans,
    references: taskReferences,
    calls,
  };
}
