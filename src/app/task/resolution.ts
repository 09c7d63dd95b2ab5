import type { TaskReference } from '../../core/snapshot/snapshot.ts';
import type { ActiveTask } from '../../core/task/task.ts';
import type { Files } from '../ports.ts';

/** A plan that a person accepted in this session, as the snapshot tells it. */
export interface AcceptedPlan {
  path?: string;
  text: string;
  time?: string;
}

/** Everything that decides which task is the session's. */
export interface TaskQuestion {
  files: Files;
  /** The project's top folder, real path. */
  root: string;
  cwd?: string;
  home?: string;
  /** The host's folder of plans; paths in it are allowed though it lies outside the project. */
  plansFolder?: string;
  /** What a person or the launch record named; the one path that may lie anywhere. */
  explicit?: string;
  /** Newest last. */
  acceptedPlans?: readonly AcceptedPlan[];
  references?: readonly TaskReference[];
  /** Number of all tool calls of the session. */
  calls?: number;
  /** ISO time of the session's last compaction, by its record. */
  lastCompaction?: string;
  nowMs?: number;
  /** Host and id. */
  session?: string;
  /** False: what the project's own tools wrote before a compaction is not looked at. */
  readsState?: boolean;
  /** The task that this session had when it was last known. */
  lastKnown?: string;
  /** Further files that hold a task, relative to the project's top, by configuration. */
  taskFiles?: readonly string[];
  /** False: no discovery, only what was named or accepted. */
  discover?: boolean;
}

/** The session's task, or none; `notes` are plain sentences for the agent and the person, one each. */
export type TaskResolution =
  | { none: false; task: ActiveTask; notes: string[] }
  | {
      none: true;
      /** A task that is only shown: found with low confidence, or its document cannot be used. */
      shown?: ActiveTask;
      notes: string[];
    };

/** What one link of the chain found: a task to act on, one to show, or nothing; with what is to be said. */
export interface Link {
  task?: ActiveTask;
  shown?: ActiveTask;
  notes: string[];
}
