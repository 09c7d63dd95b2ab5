import type { Snapshot } from '../../core/snapshot/snapshot.ts';
import type { ActiveTask } from '../../core/task/task.ts';
import type { Moved } from './moved.ts';
import type { TaskResolution } from './resolution.ts';

/** Finds the task of a session, for the handlers of events and for the command line. */
export interface TaskFinder {
  /** The project's top folder; undefined when the working folder is gone. */
  project: string | undefined;
  /**
   * The task by the whole chain. With `discover` false only what was named or accepted counts, which
   * costs no search.
   */
  find(snapshot: Snapshot, options: { discover: boolean }): TaskResolution;
  /** The task of an agent below another one: the ticket that its prompt names, else none. */
  findForSubagent(snapshot: Snapshot): TaskResolution;
  /** Where the project's folder was before, when it was moved or renamed since the session or its task knew it. */
  moved(): Moved | undefined;
  /** The path that a person set for this project, if any. */
  explicit(): string | undefined;
  /** The same as it stands on disk now, where it may have been set since this was made. */
  explicitNow(): string | undefined;
  /** Remembers what was found, for a session of the project that has nothing better. */
  remember(task: ActiveTask): void;
}
